// SPDX-License-Identifier: Apache-2.0
// Building small programs by hand, for the tests of certify and report.
#ifndef SMALL_H
#define SMALL_H

#include <stdio.h>
#include <string.h>

#include "base/env.h"
#include "base/mem.h"
#include "program/program.h"
#include "result/result.h"
#include "unit.h"

typedef struct {
  terms *tt;
  program *p;
  options options;
  stats stats;
  env env;
  uint32_t line;
} small;

static inline void small_init(small *s) {
  *s = (small){.tt = terms_new()};
  s->p = program_new(s->tt);
  options_init(&s->options);
  s->env = (env){.options = &s->options, .stats = &s->stats};
}

// For a 'small' inside of other memory of ours.
static inline void small_clear_shared(small *s) {
  program_free(s->p);
  terms_free(s->tt);
  options_free(&s->options);
}

static inline void small_clear(small *s) {
  small_clear_shared(s);
  CHECK(mem_live() == 0);
}

static inline loc small_loc(small *s, loc_kind kind) {
  loc_info info = {.kind = kind, .function = "main"};
  info.pos = (source_pos){"small.c", ++s->line, 1};
  loc l = program_add_location(s->p, &info);
  if (kind == LOC_ENTRY)
    program_set_entry(s->p, l);
  return l;
}

static inline var small_var(small *s, const char *name, uint32_t width) {
  var_info info = {.name = name,
                   .function = "main",
                   .type = {TYPE_UNSIGNED, "unsigned int"},
                   .sort = sort_bv(s->tt, width)};
  return program_add_variable(s->p, &info);
}

static inline term small_input(small *s, input_kind kind, const char *name,
                               uint32_t width) {
  input_info info = {.kind = kind,
                     .name = name,
                     .type = {TYPE_UNSIGNED, "unsigned int"},
                     .sort = sort_bv(s->tt, width)};
  return program_add_input(s->p, &info);
}

// An edge with at most one assignment and one input (none: VAR_NONE,
// TERM_NONE).
static inline edge small_edge(small *s, loc from, loc to, term guard,
                              var target, term t, term input) {
  assignment a = {target, t};
  block b = {.guard = term_is_none(guard) ? term_true(s->tt) : guard,
             .assignments = &a,
             .assignment_count = target.id != 0,
             .inputs = &input,
             .input_count = !term_is_none(input)};
  edge_info info = {.kind = EDGE_PLAIN};
  info.pos = program_location(s->p, from)->pos;
  if (program_location(s->p, to)->kind == LOC_ERROR)
    info = (edge_info){
        .kind = EDGE_ERROR, .pos = info.pos, .text = "reach_error() is called"};
  return program_add_edge(s->p, from, to, &b, &info);
}

static inline void small_label(result *r, loc at, term invariant) {
  vec_push(&r->proof.labels, ((proof_label){at, invariant}));
}

// A small random number generator: tests must be repeatable.
static inline uint32_t small_random(uint64_t *seed, uint32_t below) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(*seed >> 33) % below;
}

#endif
