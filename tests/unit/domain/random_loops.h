// SPDX-License-Identifier: Apache-2.0
// Random programs with loops over variables of 1, 8, 16 and 32 bits: counters
// that wrap around, mixed signedness, choices, nested and sequential loops.
#ifndef UNIT_DOMAIN_RANDOM_LOOPS_H
#define UNIT_DOMAIN_RANDOM_LOOPS_H

#include "builder.h"

enum { LOOP_VARS_MOST = 5, LOOP_HEADS_MOST = 3 };

typedef struct {
  program *p;
  terms *tt;
  dice *d;
  var vars[LOOP_VARS_MOST];
  uint32_t var_count;
  loc at;          // whose out-edges are being made
  term_vec inputs; // of that location
} loop_builder;

static inline term loop_constant(loop_builder *b, uint32_t width) {
  static const int64_t usual[] = {0,   1,  2,  3,   5,   10,
                                  100, -1, -2, -10, 127, 128};
  int64_t c = usual[roll(b->d, sizeof usual / sizeof *usual)];
  if (roll(b->d, 8) == 0)
    c = (int64_t)roll(b->d, 1u << 30);
  return term_bv(b->tt, width, (uint64_t)c);
}

static inline term loop_resize(loop_builder *b, term t, uint32_t width) {
  uint32_t own = term_width(b->tt, t);
  if (own > width)
    return term_extract(b->tt, t, width - 1, 0);
  return roll(b->d, 2) ? term_zero_extend(b->tt, t, width - own)
                       : term_sign_extend(b->tt, t, width - own);
}

static inline term loop_input(loop_builder *b, uint32_t width) {
  if (b->inputs.len < 2) {
    uint32_t widths[] = {1, 8, 16, 32};
    sort s = sort_bv(b->tt, widths[roll(b->d, 4)]);
    vec_push(&b->inputs, build_input(b->p, "in", s));
  }
  return loop_resize(b, b->inputs.data[roll(b->d, b->inputs.len)], width);
}

static inline term loop_operand(loop_builder *b, uint32_t width) {
  uint32_t kind = roll(b->d, 10);
  if (kind == 0)
    return loop_input(b, width);
  if (kind < 4)
    return loop_constant(b, width);
  var v = b->vars[roll(b->d, b->var_count)];
  return loop_resize(b, program_variable_term(b->p, v), width);
}

static inline term loop_condition(loop_builder *b) {
  static const uint32_t widths[] = {8, 16, 32};
  uint32_t width = widths[roll(b->d, 3)];
  if (roll(b->d, 2)) // often over a variable as it is
    width = term_width(
        b->tt, program_variable_term(b->p, b->vars[roll(b->d, b->var_count)]));
  term x = loop_operand(b, width), y = loop_operand(b, width);
  if (roll(b->d, 4) == 0)
    x = term_bvadd(b->tt, x, loop_constant(b, width));
  switch (roll(b->d, 6)) {
  case 0:
    return term_eq_make(b->tt, x, y);
  case 1:
    return term_not(b->tt, term_eq_make(b->tt, x, y));
  case 2:
    return term_bvult(b->tt, x, y);
  case 3:
    return term_bvsle(b->tt, x, y);
  case 4:
    return term_and(b->tt, term_bvule(b->tt, x, y),
                    term_bvslt(b->tt, y, loop_constant(b, width)));
  default:
    return term_bvslt(b->tt, x, y);
  }
}

static inline term loop_sum(loop_builder *b, term old, uint32_t width) {
  static const int64_t steps[] = {1, -1, 2, 3, -4, 10};
  int64_t step = steps[roll(b->d, sizeof steps / sizeof *steps)];
  return term_bvadd(b->tt, old, term_bv(b->tt, width, (uint64_t)step));
}

static inline term loop_value(loop_builder *b, term old, uint32_t depth) {
  uint32_t width = term_width(b->tt, old);
  term x = loop_operand(b, width), y = loop_operand(b, width);
  switch (roll(b->d, depth > 0 ? 14 : 10)) {
  case 0:
    return x;
  case 1:
    return term_bvadd(b->tt, x, y);
  case 2:
    return term_bvmul(b->tt, x, loop_constant(b, width));
  case 3:
    return term_bvand(b->tt, x, y);
  case 4:
    return term_bvurem(b->tt, x, loop_constant(b, width));
  case 5:
    return term_bvor(b->tt, x, y);
  case 6:
    return term_bvlshr(b->tt, x, term_bv(b->tt, width, roll(b->d, width)));
  case 7:
  case 8:
  case 9:
    return loop_sum(b, old, width);
  default:
    return term_ite(b->tt, loop_condition(b), loop_value(b, old, depth - 1),
                    loop_value(b, old, depth - 1));
  }
}

static inline void loop_edge(loop_builder *b, loc to, term guard,
                             uint32_t likely) {
  assignment list[LOOP_VARS_MOST];
  uint32_t n = 0;
  for (uint32_t i = 0; i < b->var_count; i++) {
    term old = program_variable_term(b->p, b->vars[i]);
    if (roll(b->d, 4) < likely)
      list[n++] = (assignment){b->vars[i], loop_value(b, old, 2)};
  }
  build_edge(b->p, b->at, to, guard, list, n);
}

static inline void loop_start(loop_builder *b, loc to) {
  assignment list[LOOP_VARS_MOST];
  uint32_t n = 0;
  for (uint32_t i = 0; i < b->var_count; i++) {
    uint32_t width = term_width(b->tt, program_variable_term(b->p, b->vars[i]));
    uint32_t kind = roll(b->d, 4);
    if (kind > 0)
      list[n++] = (assignment){b->vars[i], kind == 1 ? loop_input(b, width)
                                                     : loop_constant(b, width)};
  }
  build_edge(b->p, b->at, to, term_true(b->tt), list, n);
}

// A head goes to itself, on to the next one or back to an earlier one, or to
// the end or the error behind the last.
static inline void loop_head(loop_builder *b, uint32_t i, const loc *heads,
                             uint32_t count, const loc *sinks) {
  b->at = heads[i];
  term c = loop_condition(b), other = loop_condition(b);
  term not_c = term_not(b->tt, c);
  loop_edge(b, heads[i], c, 3);
  loc next = i + 1 < count ? heads[i + 1] : sinks[0];
  loc far = roll(b->d, 2) ? sinks[1] : heads[roll(b->d, count)];
  loop_edge(b, next, term_and(b->tt, not_c, other), 1);
  loop_edge(b, far, term_and(b->tt, not_c, term_not(b->tt, other)), 1);
}

static inline program *random_loops(terms *tt, dice *d) {
  static const uint32_t widths[] = {8, 8, 16, 32, 32, 1};
  loop_builder b = {.p = program_new(tt), .tt = tt, .d = d};
  b.var_count = 2 + roll(d, LOOP_VARS_MOST - 1);
  for (uint32_t i = 0; i < b.var_count; i++)
    b.vars[i] = build_var(b.p, "x", sort_bv(tt, widths[roll(d, 6)]));
  b.at = build_loc(b.p, LOC_ENTRY);
  loc sinks[] = {build_loc(b.p, LOC_END), build_loc(b.p, LOC_ERROR)};
  loc heads[LOOP_HEADS_MOST];
  uint32_t count = 1 + roll(d, LOOP_HEADS_MOST);
  for (uint32_t i = 0; i < count; i++)
    heads[i] = build_loc(b.p, LOC_PLAIN);
  loop_start(&b, heads[0]);
  for (uint32_t i = 0; i < count; i++) {
    vec_clear(&b.inputs);
    loop_head(&b, i, heads, count, sinks);
  }
  vec_free(&b.inputs);
  return b.p;
}

#endif
