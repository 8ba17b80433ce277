// SPDX-License-Identifier: Apache-2.0
// C programs in tests: texts are read by the frontend and run concretely.
#ifndef UNIT_FRONTEND_C_PROGRAM_H
#define UNIT_FRONTEND_C_PROGRAM_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "frontend/frontend.h"
#include "program/run.h"
#include "unit.h"

typedef struct {
  options o;
  stats st;
  env e;
  diag d;
  terms *tt;
  program *p; // NULL: see d
  char path[64];
} c_program;

// Writes the text to a file of its own; the caller removes it.
static inline void c_write(char path[64], const char *text, const char *name) {
  char dir[] = "/tmp/wedge-test-XXXXXX";
  CHECK(mkdtemp(dir) != NULL);
  snprintf(path, 64, "%s/%s", dir, name);
  FILE *f = fopen(path, "w");
  CHECK(f != NULL);
  fputs(text, f);
  fclose(f);
}

static inline void c_remove(const char *path) {
  char dir[64];
  snprintf(dir, sizeof dir, "%s", path);
  *strrchr(dir, '/') = '\0';
  remove(path);
  rmdir(dir);
}

// Reads with the given options, a list that NULL ends. Asks for error calls, if
// they say nothing else.
static inline void c_read_files(c_program *c, const char *const *args) {
  memset(c, 0, sizeof *c);
  options_init(&c->o);
  c->o.property = "unreach-call";
  char *argv[16] = {0};
  int n = 0;
  for (; args[n] != NULL; n++)
    argv[n] = (char *)(uintptr_t)args[n];
  c->tt = terms_new();
  c->e = (env){.options = &c->o, .stats = &c->st};
  if (options_parse(&c->o, n, argv, &c->d))
    c->p = frontend_read(&c->e, c->tt, &c->d);
}

static inline void c_read_text(c_program *c, const char *text,
                               const char *option) {
  char path[64];
  c_write(path, text, "test.c");
  const char *args[] = {path, option, NULL};
  c_read_files(c, args);
  c_remove(path);
  snprintf(c->path, sizeof c->path, "%s", path);
}

static inline void c_free(c_program *c) {
  if (c->p != NULL)
    program_free(c->p);
  terms_free(c->tt);
  options_free(&c->o);
  diag_clear(&c->d);
  CHECK(mem_live() == 0);
}

// A run with the values of inputs in the order in which they are asked for.
typedef struct {
  const c_program *c;
  const uint64_t *feed;
  uint32_t feed_count, asked;
  var watched;
  value last; // of the watched variable
  edge last_edge;
  run_outcome outcome;
  loc_kind sink;
} c_run;

static inline value c_next_input(void *data, loc at, term input) {
  (void)at;
  c_run *r = data;
  uint64_t bits = r->asked < r->feed_count ? r->feed[r->asked] : 0;
  r->asked++;
  sort s = term_sort(r->c->tt, input);
  if (sort_get_kind(r->c->tt, s) == SORT_BOOL)
    return value_bool(bits & 1);
  if (sort_get_kind(r->c->tt, s) != SORT_BV || sort_width(r->c->tt, s) > 64)
    return (value){0};
  return value_bv(sort_width(r->c->tt, s), bits);
}

static inline bool c_observe(void *data, edge e, evaluator *state) {
  c_run *r = data;
  r->last_edge = e;
  if (r->watched.id != 0)
    r->last = eval_get(state, program_variable_term(r->c->p, r->watched));
  return true;
}

static inline var c_find(const c_program *c, const char *name) {
  for (uint32_t k = 1; k <= program_variable_count(c->p); k++) {
    const char *have = program_variable(c->p, (var){k})->name;
    if (have != NULL && strcmp(have, name) == 0)
      return (var){k};
  }
  return VAR_NONE;
}

static inline c_run c_execute(const c_program *c, const char *watched,
                              const uint64_t *feed, uint32_t count) {
  static const limits none = {0};
  c_run r = {.c = c, .feed = feed, .feed_count = count};
  CHECK(c->p != NULL);
  if (watched != NULL)
    r.watched = c_find(c, watched);
  run_hooks hooks = {.input = c_next_input, .step = c_observe, .data = &r};
  r.outcome = program_run(c->p, &hooks, 10000000, &none);
  r.sink = program_location(c->p, r.outcome.at)->kind;
  return r;
}

static inline uint32_t c_count_inputs(const c_program *c, input_kind kind) {
  uint32_t n = 0;
  for (uint32_t l = 1; l <= program_location_count(c->p); l++) {
    const edge_vec *out = program_out_edges(c->p, (loc){l});
    if (out->len == 0)
      continue;
    // Out-edges of one location share their inputs.
    const block *b = program_edge_block(c->p, out->data[out->len - 1]);
    for (uint32_t k = 0; k < b->input_count; k++)
      n += program_input(c->p, b->inputs[k])->kind == kind;
  }
  return n;
}

// Whether some edge into such a sink has this text.
static inline bool c_has_stop(const c_program *c, loc_kind kind,
                              const char *part) {
  for (uint32_t k = 1; k <= program_edge_count(c->p); k++) {
    loc to = program_edge_to(c->p, (edge){k});
    const char *text = program_edge(c->p, (edge){k})->text;
    if (program_location(c->p, to)->kind == kind && text != NULL &&
        strstr(text, part) != NULL)
      return true;
  }
  return false;
}

static inline bool c_has_note(const c_program *c, note_kind kind,
                              const char *text) {
  for (uint32_t k = 0; k < program_note_count(c->p); k++) {
    note n = program_note(c->p, k);
    if (n.kind == kind && strcmp(n.text, text) == 0)
      return true;
  }
  return false;
}

#endif
