// SPDX-License-Identifier: Apache-2.0
// The folder is listed again and again; what has changed since the last look
// tells who is alive. link() decides who wins, because it fails where the file
// exists, also over NFS.
#include "campaign/run/lease.h"

#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/limits.h"
#include "campaign/disk.h"

enum { BEATS_PER_LEASE = 10 };

bool lease_make_folders(const char *folder, diag *d) {
  static const char *const NAMES[] = {"", "/claims", "/beats", "/results",
                                      "/output"};
  bool ok = true;
  for (size_t i = 0; ok && i < sizeof NAMES / sizeof *NAMES; i++) {
    strbuf path = {0};
    strbuf_printf(&path, "%s%s", folder, NAMES[i]);
    ok = disk_make_folder(strbuf_text(&path), d);
    strbuf_free(&path);
  }
  return ok;
}

void lease_init(lease *l, const char *folder, const char *name, double length,
                uint32_t jobs) {
  assert(length > 0 && name[0] != '\0');
  *l = (lease){.folder = folder, .name = name, .length = length};
  l->mem = arena_new();
  vec_resize(&l->jobs, jobs);
  for (uint32_t i = 0; i < jobs; i++)
    l->jobs.data[i].claimed = -1;
}

void lease_clear(lease *l) {
  vec_free(&l->jobs);
  vec_free(&l->workers);
  arena_free(l->mem);
}

// --- being alive ------------------------------------------------------------

static void beat_path(const lease *l, const char *worker, strbuf *out) {
  strbuf_printf(out, "%s/beats/%s", l->folder, worker);
}

bool lease_beat(lease *l, bool now) {
  double time = clock_now();
  if (!now && time - l->last_beat < l->length / BEATS_PER_LEASE)
    return true;
  l->last_beat = time;
  strbuf path = {0};
  beat_path(l, l->name, &path);
  int fd = open(strbuf_text(&path), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  // Of one length, so that each beat replaces the one before.
  bool ok =
      fd >= 0 && dprintf(fd, "%020llu\n", (unsigned long long)++l->beats) > 0;
  if (fd >= 0)
    close(fd);
  strbuf_free(&path);
  return ok;
}

void lease_give_up(lease *l) {
  strbuf path = {0};
  beat_path(l, l->name, &path);
  unlink(strbuf_text(&path));
  strbuf_free(&path);
}

// --- looking ----------------------------------------------------------------

bool lease_parse_name(const char *name, uint32_t *job, uint32_t *attempt) {
  char *dot, *end;
  unsigned long j = strtoul(name, &dot, 10);
  if (dot == name || *dot != '.')
    return false;
  unsigned long a = strtoul(dot + 1, &end, 10);
  *job = (uint32_t)j;
  *attempt = (uint32_t)a;
  return end != dot + 1 && !*end && j < UINT32_MAX && a <= LEASE_ATTEMPTS;
}

static bool look_at(lease *l, const char *kind, bool are_results, diag *d) {
  disk_names names = {0};
  strbuf path = {0};
  strbuf_printf(&path, "%s/%s", l->folder, kind);
  bool ok = disk_list(strbuf_text(&path), &names, d);
  for (uint32_t i = 0; i < names.len; i++) {
    uint32_t job, attempt;
    if (!lease_parse_name(names.data[i], &job, &attempt) || job >= l->jobs.len)
      continue;
    lease_state *s = &l->jobs.data[job];
    if (are_results)
      s->has_result = true;
    else if ((int)attempt > s->claimed)
      s->claimed = (int)attempt;
  }
  disk_names_free(&names);
  strbuf_free(&path);
  return ok;
}

bool lease_look(lease *l, diag *d) {
  return look_at(l, "claims", false, d) && look_at(l, "results", true, d);
}

// --- claiming ---------------------------------------------------------------

static void job_path(const lease *l, const char *kind, uint32_t job,
                     uint32_t attempt, strbuf *out) {
  assert(attempt < LEASE_ATTEMPTS);
  strbuf_printf(out, "%s/%s/%u.%u", l->folder, kind, job, attempt);
}

bool lease_claim(lease *l, uint32_t job, uint32_t attempt, diag *d) {
  assert(job < l->jobs.len && attempt < LEASE_ATTEMPTS);
  strbuf path = {0}, text = {0};
  bool won = false;
  job_path(l, "claims", job, attempt, &path);
  strbuf_puts(&text, l->name);
  disk_publish(strbuf_text(&path), l->name, &text, &won, d);
  strbuf_free(&path);
  strbuf_free(&text);
  if (l->jobs.data[job].claimed < (int)attempt)
    l->jobs.data[job].claimed = (int)attempt;
  return won;
}

bool lease_hand_in(lease *l, uint32_t job, uint32_t attempt, const strbuf *line,
                   bool *won, diag *d) {
  assert(job < l->jobs.len && attempt < LEASE_ATTEMPTS);
  strbuf path = {0};
  job_path(l, "results", job, attempt, &path);
  bool ok = disk_publish(strbuf_text(&path), l->name, line, won, d);
  strbuf_free(&path);
  return ok;
}

// --- holding others for dead ------------------------------------------------

// The content of a small file in 'mem'; NULL: there is none.
static const char *content(lease *l, const char *path) {
  strbuf text = {0};
  diag ignored = {0};
  const char *copy = NULL;
  if (file_read(path, &text, &ignored))
    copy = arena_strdup(l->mem, strbuf_text(&text));
  diag_clear(&ignored);
  strbuf_free(&text);
  return copy;
}

static lease_worker *find_worker(lease *l, const char *name) {
  for (uint32_t i = 0; i < l->workers.len; i++)
    if (strcmp(l->workers.data[i].name, name) == 0)
      return &l->workers.data[i];
  vec_push(&l->workers, ((lease_worker){name, NULL, 0}));
  return &vec_last(&l->workers);
}

static bool is_dead(lease *l, const char *name, double now) {
  strbuf path = {0};
  beat_path(l, name, &path);
  const char *beat = content(l, strbuf_text(&path));
  strbuf_free(&path);
  if (!beat)
    return true; // it gave up
  lease_worker *w = find_worker(l, name);
  if (!w->beat || strcmp(w->beat, beat) != 0) {
    w->beat = beat;
    w->changed = now;
  }
  return now - w->changed > l->length;
}

bool lease_is_lost(lease *l, uint32_t job, uint32_t attempt, double now) {
  assert(job < l->jobs.len);
  strbuf path = {0};
  job_path(l, "claims", job, attempt, &path);
  const char *owner = content(l, strbuf_text(&path));
  strbuf_free(&path);
  return owner && strcmp(owner, l->name) != 0 && is_dead(l, owner, now);
}
