// SPDX-License-Identifier: Apache-2.0
// The circuits of all float operations over variables, and words to try them
// with, for testing what computes with bounds of words.
#ifndef CIRCUITS_H
#define CIRCUITS_H

#include "base/mem.h"
#include "float/float.h"
#include "term/eval.h"
#include "term/origin.h"
#include "term/walk.h"
#include "unit.h"

typedef struct {
  terms *tt;
  arena *mem;
  evaluator *eval;
  float_context single, wide;
  term x[2], y[2]; // variables: single, double
  term n;          // an integer
  uint64_t random; // state
} circuits;

static inline void circuits_init(circuits *f) {
  *f = (circuits){.tt = terms_new(), .mem = arena_new()};
  f->single = float_context_make(f->tt, FLOAT_SINGLE, FLOAT_NEAREST_EVEN);
  f->wide = float_context_make(f->tt, FLOAT_DOUBLE, FLOAT_NEAREST_EVEN);
  f->x[0] = term_variable(f->tt, "x", sort_bv(f->tt, 32));
  f->y[0] = term_variable(f->tt, "y", sort_bv(f->tt, 32));
  f->x[1] = term_variable(f->tt, "xx", sort_bv(f->tt, 64));
  f->y[1] = term_variable(f->tt, "yy", sort_bv(f->tt, 64));
  f->n = term_variable(f->tt, "n", sort_bv(f->tt, 32));
  f->eval = eval_new(f->tt);
  f->random = 1;
}

static inline void circuits_clear(circuits *f) {
  eval_free(f->eval);
  arena_free(f->mem);
  terms_free(f->tt);
  assert_int_equal(mem_live(), 0);
}

// A step of xorshift64* (Vigna, 2016).
static inline uint64_t circuits_random(circuits *f) {
  f->random ^= f->random >> 12;
  f->random ^= f->random << 25;
  f->random ^= f->random >> 27;
  return f->random * 2685821657736338717u;
}

// Words near those where something changes, and any.
static inline uint64_t circuits_word(circuits *f, uint32_t width) {
  uint64_t top = (uint64_t)1 << (width - 1), mask = top | (top - 1);
  uint64_t infinity = width == 32 ? 0x7f800000u : 0x7ff0000000000000u;
  uint64_t one = width == 32 ? 0x3f800000u : 0x3ff0000000000000u;
  uint64_t near[] = {0, infinity, one, one + (one >> 6), infinity >> 1, mask};
  uint64_t any = circuits_random(f), word = any;
  if (any % 4 != 0)
    word = near[(any >> 8) % 6] + (any >> 16) % 5 - 2;
  else if (any % 8 == 0)
    word = one + (any >> 20) % (one >> 4); // moderate numbers
  if ((any >> 40) % 2 != 0)
    word ^= top;
  return word & mask;
}

static inline uint64_t circuits_evaluate(circuits *f, term t,
                                         const term_origin *o,
                                         const uint64_t *at) {
  eval_forget(f->eval);
  for (uint32_t i = 0; i < o->arity; i++)
    eval_set(f->eval, o->args[i],
             value_bv(term_width(f->tt, o->args[i]), at[i]));
  value v = eval_term(f->eval, t);
  if (v.kind == VALUE_BOOL)
    return value_is_true(v) ? 1 : 0;
  return value_get_u64(v);
}

// The word order inside of a comparison has the note.
static inline term circuits_order(const circuits *f, term t) {
  term_set seen = {0};
  term_vec nodes = {0};
  term found = TERM_NONE;
  term_postorder(f->tt, &t, 1, &seen, &nodes);
  for (uint32_t i = 0; i < nodes.len; i++)
    if (term_get_origin(f->tt, nodes.data[i]) &&
        term_is_bool(f->tt, nodes.data[i]))
      found = nodes.data[i];
  vec_free(&nodes);
  term_set_free(&seen);
  return found;
}

// All operations, in both formats; those that are rounded, to the nearest.
typedef void (*circuits_check)(circuits *f, term t);

static inline void circuits_each(circuits *f, circuits_check check) {
  for (int i = 0; i < 2; i++) {
    float_context c = i == 0 ? f->single : f->wide;
    term x = f->x[i], y = f->y[i];
    check(f, float_add(&c, x, y));
    check(f, float_sub(&c, x, y));
    check(f, float_mul(&c, x, y));
    check(f, float_div(&c, x, y));
    check(f, float_fmod(&c, x, y));
    check(f, float_sqrt(&c, x));
    check(f, float_neg(&c, x));
    check(f, float_from_int(&c, f->n, true));
    check(f, float_from_int(&c, f->n, false));
    check(f, circuits_order(f, float_lt(&c, x, y)));
    check(f, float_convert(&c, i == 0 ? FLOAT_DOUBLE : FLOAT_SINGLE, x));
    for (int mode = FLOAT_NEAREST_EVEN; mode <= FLOAT_TOWARD_ZERO; mode++) {
      float_context m = float_context_make(f->tt, c.format, (float_mode)mode);
      check(f, float_to_integral(&m, x));
    }
    c = float_context_make(f->tt, c.format, FLOAT_TOWARD_ZERO);
    check(f, float_to_int(&c, x, 32, true).bits);
    check(f, float_to_int(&c, x, 64, false).bits);
  }
}

#endif
