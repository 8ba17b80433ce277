// SPDX-License-Identifier: Apache-2.0
// A verdict is packed as a record of fixed size and the texts that it refers
// to, because it goes through a pipe from the worker to the supervisor.
#include "result/verdicts.h"

#include <assert.h>
#include <string.h>

#include "base/hmap.h"

// Calls that are inlined have an edge each for the same place.
static void count_places(const program *p, uint32_t count[PROPERTY_COUNT]) {
  hmap seen = {0};
  for (uint32_t i = 1; i <= program_edge_count(p); i++) {
    const edge_info *e = program_edge(p, (edge){i});
    if (e->kind != EDGE_ERROR || hmap_find(&seen, program_place_key(e)) != NULL)
      continue;
    hmap_put(&seen, program_place_key(e), 1);
    count[e->property]++;
  }
  hmap_free(&seen);
}

verdicts verdicts_new(const program *p) {
  verdicts v = {.mem = arena_new()};
  uint32_t places[PROPERTY_COUNT] = {0};
  count_places(p, places);
  for (property_kind k = 0; k < PROPERTY_COUNT; k++)
    if ((program_properties(p) >> k & 1) != 0)
      vec_push(&v.all,
               ((property_verdict){.property = k, .places = places[k]}));
  return v;
}

void verdicts_free(verdicts *v) {
  vec_free(&v->all);
  if (v->mem != NULL)
    arena_free(v->mem);
  *v = (verdicts){0};
}

uint32_t verdicts_placed(const program *p) {
  uint32_t set = 0;
  for (uint32_t i = 1; i <= program_edge_count(p); i++) {
    const edge_info *e = program_edge(p, (edge){i});
    if (e->kind == EDGE_STOP)
      set |= program_properties(p) & 1u << PROPERTY_REACH;
    else if (e->kind == EDGE_ERROR)
      set |= 1u << e->property;
  }
  return set;
}

void verdicts_see_places(verdicts *v, const program *p) {
  uint32_t places[PROPERTY_COUNT] = {0};
  count_places(p, places);
  for (uint32_t i = 0; i < v->all.len; i++) {
    property_verdict *one = &v->all.data[i];
    if (one->places < places[one->property])
      one->places = places[one->property];
  }
}

property_verdict *verdicts_find(const verdicts *v, property_kind k) {
  assert(k < PROPERTY_COUNT);
  for (uint32_t i = 0; i < v->all.len; i++)
    if (v->all.data[i].property == k)
      return &v->all.data[i];
  return NULL;
}

const char *verdicts_word(const property_verdict *v) {
  return v->is_unreached ? "not reached" : verdict_name(v->verdict);
}

// Nobody asks for what nothing in the program could violate.
const char *verdicts_text(const property_verdict *v) {
  return v->is_answered   ? v->text
         : v->places == 0 ? "nothing that could violate it was seen"
                          : "there was no time to ask";
}

// --- bytes -------------------------------------------------------------------

// Where the texts of one verdict are: a record is followed by these.
enum { TEXTS = 5 };

static void texts_of(const property_verdict *v, const char *texts[TEXTS]) {
  const char *all[TEXTS] = {v->at.file, v->text, v->shown, v->json, v->sarif};
  memcpy(texts, all, sizeof all);
}

typedef struct {
  property_verdict verdict; // its pointers mean nothing
  uint64_t sizes[TEXTS];    // with the zero at the end; 0: NULL
} record;

void verdicts_pack(const verdicts *v, strbuf *out) {
  for (uint32_t i = 0; i < v->all.len; i++) {
    record r = {.verdict = v->all.data[i]};
    const char *texts[TEXTS];
    texts_of(&v->all.data[i], texts);
    for (uint32_t k = 0; k < TEXTS; k++)
      r.sizes[k] = texts[k] == NULL ? 0 : strlen(texts[k]) + 1;
    strbuf_write(out, (const char *)&r, sizeof r);
    for (uint32_t k = 0; k < TEXTS; k++)
      if (texts[k] != NULL)
        strbuf_write(out, texts[k], r.sizes[k]);
  }
}

typedef struct {
  const char *at, *end;
} bytes_left;

static bool take(bytes_left *b, void *to, size_t size) {
  if ((size_t)(b->end - b->at) < size)
    return false;
  memcpy(to, b->at, size);
  b->at += size;
  return true;
}

static bool unpack_one(bytes_left *b, verdicts *out) {
  record r;
  char *texts[TEXTS] = {NULL};
  if (!take(b, &r, sizeof r))
    return false;
  for (uint32_t k = 0; k < TEXTS; k++) {
    if (r.sizes[k] == 0)
      continue;
    if ((size_t)(b->end - b->at) < r.sizes[k])
      return false;
    texts[k] = arena_alloc(out->mem, r.sizes[k]);
    take(b, texts[k], r.sizes[k]);
  }
  r.verdict.at.file = texts[0];
  r.verdict.text = texts[1];
  r.verdict.shown = texts[2];
  r.verdict.json = texts[3];
  r.verdict.sarif = texts[4];
  vec_push(&out->all, r.verdict);
  return true;
}

bool verdicts_unpack(const char *bytes, size_t size, verdicts *out) {
  assert(bytes != NULL || size == 0);
  assert(out->all.len == 0);
  bytes_left b = {bytes, bytes + size};
  *out = (verdicts){.mem = arena_new()};
  bool ok = true;
  while (ok && b.at < b.end)
    ok = unpack_one(&b, out);
  return ok;
}
