// SPDX-License-Identifier: Apache-2.0
// Random small programs, unrolled: blocks of equations under guards, between
// a start and a forbidden end.
#ifndef RANDOM_BLOCKS_H
#define RANDOM_BLOCKS_H

#include <stdio.h>

#include "term/term.h"

enum { MAX_BLOCKS = 10, MAX_STATE = 4 };

typedef struct {
  terms *tt;
  uint64_t state; // of the generator
  bool is_int;
  uint32_t width; // of the words, if they are bit-vectors
  uint32_t variables;
  bool has_flag; // one more variable, a Boolean
  term blocks[MAX_BLOCKS];
  uint32_t count;
} random_blocks;

static inline uint32_t pick(random_blocks *r, uint32_t n) {
  r->state = r->state * UINT64_C(6364136223846793005) + 1442695040888963407u;
  return (uint32_t)(r->state >> 33) % n;
}

static inline sort word_sort(random_blocks *r) {
  return r->is_int ? sort_int(r->tt) : sort_bv(r->tt, r->width);
}

static inline term frame_word(random_blocks *r, uint32_t i, uint32_t frame) {
  char name[32];
  snprintf(name, sizeof name, "%c%u", "xyzw"[i], frame);
  return term_variable(r->tt, name, word_sort(r));
}

static inline term frame_flag(random_blocks *r, uint32_t frame) {
  char name[32];
  snprintf(name, sizeof name, "flag%u", frame);
  return term_variable(r->tt, name, sort_bool(r->tt));
}

static inline term random_number(random_blocks *r) {
  int64_t n = (int64_t)pick(r, 7) - 2;
  if (pick(r, 4) == 0)
    n = (int64_t)pick(r, 200) - 60;
  return r->is_int ? term_int(r->tt, n) : term_bv(r->tt, r->width, (uint64_t)n);
}

static inline term random_sum(random_blocks *r, term a, term b) {
  switch (pick(r, 3)) {
  case 0:
    return r->is_int ? term_sub(r->tt, a, b) : term_bvsub(r->tt, a, b);
  default:
    return r->is_int ? term_add(r->tt, a, b) : term_bvadd(r->tt, a, b);
  }
}

// Operators that only bit-vectors have.
static inline term random_bit_operation(random_blocks *r, term a, term b) {
  terms *tt = r->tt;
  bool is_narrow = r->width <= 8;
  switch (pick(r, is_narrow ? 14 : 8)) {
  case 0:
    return term_bvand(tt, a, b);
  case 1:
    return term_bvor(tt, a, b);
  case 2:
    return term_bvxor(tt, a, b);
  case 3:
    return term_bvshl(tt, a, term_bv(tt, r->width, pick(r, r->width)));
  case 4:
    return term_bvlshr(tt, a, term_bv(tt, r->width, pick(r, r->width)));
  case 5:
    return term_bvashr(tt, a, term_bv(tt, r->width, pick(r, r->width)));
  case 6:
    return term_bvnot(tt, a);
  case 7: {
    uint32_t high = pick(r, r->width);
    return term_zero_extend(tt, term_extract(tt, a, high, 0),
                            r->width - 1 - high);
  }
  case 8:
    return term_bvudiv(tt, a, b);
  case 9:
    return term_bvurem(tt, a, b);
  case 10:
    return term_bvsdiv(tt, a, b);
  case 11:
    return term_bvsrem(tt, a, b);
  default:
    return term_bvmul(tt, a, b);
  }
}

static inline term random_compare(random_blocks *r, term a, term b) {
  terms *tt = r->tt;
  uint32_t kind = pick(r, 6);
  if (kind == 0)
    return term_eq_make(tt, a, b);
  if (kind == 1)
    return term_distinct(tt, a, b);
  if (r->is_int)
    return kind < 4 ? term_le(tt, a, b) : term_lt(tt, b, a);
  switch (kind) {
  case 2:
    return term_bvule(tt, a, b);
  case 3:
    return term_bvslt(tt, a, b);
  case 4:
    return term_bvsle(tt, a, b);
  default:
    return term_bvult(tt, a, b);
  }
}

static inline term random_word(random_blocks *r, uint32_t frame) {
  if (pick(r, 4) == 0)
    return random_number(r);
  return frame_word(r, pick(r, r->variables), frame);
}

static inline term random_condition(random_blocks *r, uint32_t frame) {
  if (r->has_flag && pick(r, 4) == 0)
    return frame_flag(r, frame);
  return random_compare(r, frame_word(r, pick(r, r->variables), frame),
                        random_word(r, frame));
}

// A new value for variable i.
static inline term random_step(random_blocks *r, uint32_t i, uint32_t frame) {
  term x = frame_word(r, i, frame), other = random_word(r, frame);
  switch (pick(r, 8)) {
  case 0:
    return x;
  case 1:
    return other;
  case 2:
    return term_ite(r->tt, random_condition(r, frame),
                    random_sum(r, x, random_number(r)), x);
  case 3:
    if (!r->is_int)
      return random_bit_operation(r, x, other);
    return random_sum(r, x, other);
  case 4: {
    char name[32];
    snprintf(name, sizeof name, "in%u_%u", i, frame);
    term input = term_variable(r->tt, name, sort_bool(r->tt));
    return term_ite(r->tt, input, random_sum(r, x, random_number(r)), other);
  }
  case 5:
    return random_sum(r, x, other);
  default:
    return random_sum(r, x, random_number(r));
  }
}

static inline term random_transition(random_blocks *r, uint32_t frame) {
  terms *tt = r->tt;
  term t = term_true(tt);
  for (uint32_t i = 0; i < r->variables; i++)
    t = term_and(tt, t,
                 term_eq_make(tt, frame_word(r, i, frame + 1),
                              random_step(r, i, frame)));
  if (r->has_flag) {
    term next =
        pick(r, 2) == 0 ? random_condition(r, frame) : frame_flag(r, frame);
    t = term_and(tt, t, term_eq_make(tt, frame_flag(r, frame + 1), next));
  }
  if (pick(r, 3) == 0)
    t = term_and(tt, t, random_condition(r, frame));
  return t;
}

static inline term random_point(random_blocks *r) {
  terms *tt = r->tt;
  term t = term_true(tt);
  for (uint32_t i = 0; i < r->variables; i++) {
    term x = frame_word(r, i, 0);
    if (pick(r, 3) > 0)
      t = term_and(tt, t, term_eq_make(tt, x, random_word(r, 0)));
    else
      t = term_and(tt, t, random_compare(r, x, random_number(r)));
  }
  return t;
}

static inline term random_start(random_blocks *r) {
  term t = random_point(r);
  return pick(r, 4) == 0 ? term_or(r->tt, t, random_point(r)) : t;
}

static inline term random_claim(random_blocks *r, uint32_t frame) {
  term a = frame_word(r, pick(r, r->variables), frame);
  if (pick(r, 3) == 0)
    a = random_sum(r, a, random_word(r, frame));
  return random_compare(r, a, random_word(r, frame));
}

static inline term random_end(random_blocks *r, uint32_t frame) {
  term t = term_true(r->tt);
  uint32_t n = 1 + pick(r, 3);
  for (uint32_t i = 0; i < n; i++) {
    term claim = random_claim(r, frame);
    if (pick(r, 4) == 0)
      claim = term_or(r->tt, claim, random_claim(r, frame));
    t = term_and(r->tt, t, claim);
  }
  return t;
}

// Start, steps, end: 'count' blocks.
static inline void random_make(random_blocks *r, terms *tt, uint64_t seed,
                               bool is_int, uint32_t count) {
  *r = (random_blocks){.tt = tt, .state = seed * 7919 + 17, .is_int = is_int};
  for (int i = 0; i < 4; i++)
    pick(r, 2);
  r->width = 1 + pick(r, 32);
  r->variables = 2 + pick(r, MAX_STATE - 1);
  r->has_flag = pick(r, 3) == 0;
  r->count = count;
  r->blocks[0] = random_start(r);
  for (uint32_t i = 1; i + 1 < count; i++)
    r->blocks[i] = random_transition(r, i - 1);
  r->blocks[count - 1] = random_end(r, count - 2);
}

#endif
