// SPDX-License-Identifier: Apache-2.0
// Records are kept in an arena and found by a hash of the job's key and its
// repetition.
#include "campaign/store.h"

#include <assert.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "campaign/disk.h"
#include "campaign/journal.h"

void store_init(store *s) { *s = (store){.mem = arena_new()}; }

void store_clear(store *s) {
  for (uint32_t i = 0; i < s->records.len; i++)
    record_clear(&s->records.data[i]);
  vec_free(&s->records);
  vec_free(&s->next);
  hmap_free(&s->last);
  arena_free(s->mem);
}

static uint64_t hash_of(const char *key, uint32_t repeat) {
  return hash_mix(hash_bytes(key, strlen(key)), repeat);
}

void store_take(void *data, const char *json, size_t size) {
  store *s = data;
  record r;
  if (!record_read(&r, value_parse(s->mem, json, size))) {
    record_clear(&r);
    s->dropped++;
    return;
  }
  uint64_t hash = hash_of(r.key, r.repeat);
  const uint64_t *before = hmap_find(&s->last, hash);
  vec_push(&s->records, r);
  vec_push(&s->next, before ? (uint32_t)*before : 0);
  hmap_put(&s->last, hash, s->records.len);
}

static bool is_journal(const char *name) {
  size_t length = strlen(name);
  return length > 4 && strcmp(name + length - 4, ".log") == 0;
}

bool store_load(store *s, const folder *f, diag *d) {
  strbuf path = {0};
  disk_names names = {0};
  folder_path(f, "journal", &path);
  bool ok = disk_list(strbuf_text(&path), &names, d);
  for (uint32_t i = 0; ok && i < names.len; i++) {
    strbuf_clear(&path);
    strbuf_printf(&path, "%s/journal/%s", f->path, names.data[i]);
    if (is_journal(names.data[i]))
      ok = journal_read(strbuf_text(&path), store_take, s, &s->dropped, d);
  }
  disk_names_free(&names);
  strbuf_free(&path);
  return ok;
}

// --- finding ----------------------------------------------------------------

static bool is_same(const record *a, const record *b) {
  return a->repeat == b->repeat && strcmp(a->key, b->key) == 0;
}

static bool is_of_task(const record *r, const record *about) {
  return strcmp(r->task, about->task) == 0 &&
         strcmp(r->config, about->config) == 0;
}

// In one generation the first one counts: a second one is of a worker that was
// believed to be dead.
static bool is_better(const record *a, const record *b, const record *about) {
  bool of_task = is_of_task(a, about);
  if (of_task != is_of_task(b, about))
    return of_task;
  return a->generation >= b->generation; // the list goes back in time
}

const record *store_find(const store *s, const job *j, uint32_t since) {
  const uint64_t *last =
      hmap_find(&s->last, hash_of(j->about.key, j->about.repeat));
  const record *best = NULL;
  for (uint32_t i = last ? (uint32_t)*last : 0; i; i = s->next.data[i - 1]) {
    const record *r = &s->records.data[i - 1];
    if (!is_same(r, &j->about) || r->generation < since ||
        !record_serves(r, &j->about.limits))
      continue;
    if (!best || is_better(r, best, &j->about))
      best = r;
  }
  return best;
}

// --- merging ----------------------------------------------------------------

static bool is_superseded(const store *s, uint32_t index) {
  assert(index < s->records.len);
  const record *r = &s->records.data[index];
  const uint64_t *last = hmap_find(&s->last, hash_of(r->key, r->repeat));
  for (uint32_t i = last ? (uint32_t)*last : 0; i; i = s->next.data[i - 1]) {
    const record *other = &s->records.data[i - 1];
    if (i - 1 != index && is_same(r, other) && is_of_task(r, other) &&
        other->generation > r->generation && record_serves(other, &r->limits))
      return true;
  }
  return false;
}

static bool write_merged(const store *s, const char *path, diag *d) {
  strbuf all = {0}, line = {0};
  for (uint32_t i = 0; i < s->records.len; i++) {
    if (is_superseded(s, i))
      continue;
    strbuf_clear(&line);
    record_print_line(&s->records.data[i], &line);
    journal_print_line(strbuf_text(&line), &all);
  }
  bool ok = disk_replace(path, strbuf_text(&all), all.len, d);
  strbuf_free(&line);
  strbuf_free(&all);
  return ok;
}

bool store_merge(const store *s, const folder *f, diag *d) {
  disk_names names = {0};
  strbuf path = {0}, merged = {0};
  folder_path(f, "journal", &path);
  strbuf_printf(&merged, "%06u-merged.log", f->generation);
  bool ok = disk_list(strbuf_text(&path), &names, d);
  strbuf_printf(&path, "/%s", strbuf_text(&merged));
  ok = ok && write_merged(s, strbuf_text(&path), d);
  for (uint32_t i = 0; ok && i < names.len; i++) {
    strbuf_clear(&path);
    strbuf_printf(&path, "%s/journal/%s", f->path, names.data[i]);
    if (strcmp(names.data[i], strbuf_text(&merged)) != 0)
      unlink(strbuf_text(&path));
  }
  disk_names_free(&names);
  strbuf_free(&merged);
  strbuf_free(&path);
  return ok;
}
