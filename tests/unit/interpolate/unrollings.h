// SPDX-License-Identifier: Apache-2.0
// Random transition systems, unrolled with variables of their own per frame.
//
// A system has a few words of one width (and a Boolean) as its state, takes
// inputs, and moves by random assignments. A problem is a list of blocks: what
// holds at first, one step each, and what holds at the end. Many are
// unsatisfiable.
#ifndef UNROLLINGS_H
#define UNROLLINGS_H

#include <stdio.h>

#include "term/term.h"

enum { MAX_BLOCKS = 10, MAX_WORDS = 4 };

typedef struct {
  terms *tt;
  uint64_t state; // of the random numbers
  uint32_t width, words;
  term blocks[MAX_BLOCKS];
  uint32_t count;
} unrolling;

static inline uint32_t random_below(unrolling *u, uint32_t n) {
  u->state = u->state * UINT64_C(6364136223846793005) + 1442695040888963407u;
  return (uint32_t)(u->state >> 33) % n;
}

static inline term word_at(unrolling *u, uint32_t i, uint32_t frame) {
  char name[32];
  snprintf(name, sizeof name, "x%u_%u", i, frame);
  return term_variable(u->tt, name, sort_bv(u->tt, u->width));
}

static inline term flag_at(unrolling *u, uint32_t frame) {
  char name[32];
  snprintf(name, sizeof name, "p_%u", frame);
  return term_variable(u->tt, name, sort_bool(u->tt));
}

static inline term input_at(unrolling *u, uint32_t frame) {
  char name[32];
  snprintf(name, sizeof name, "in_%u", frame);
  return term_variable(u->tt, name, sort_bv(u->tt, u->width));
}

static inline term random_constant(unrolling *u) {
  uint64_t bits = random_below(u, 3) != 0
                      ? random_below(u, 6)
                      : ((uint64_t)random_below(u, UINT32_MAX) << 16) ^
                            random_below(u, UINT32_MAX);
  return term_bv(u->tt, u->width,
                 u->width < 64 ? bits & ((UINT64_C(1) << u->width) - 1)
                               : bits);
}

static inline term random_word(unrolling *u, uint32_t frame) {
  return random_below(u, 4) == 0
             ? random_constant(u)
             : word_at(u, random_below(u, u->words), frame);
}

static inline term random_test(unrolling *u, term a, term b) {
  terms *tt = u->tt;
  switch (random_below(u, 6)) {
  case 0:
    return term_bvult(tt, a, b);
  case 1:
    return term_bvule(tt, a, b);
  case 2:
    return term_bvslt(tt, a, b);
  case 3:
    return term_bvsle(tt, a, b);
  case 4:
    return term_distinct(tt, a, b);
  default:
    return term_eq_make(tt, a, b);
  }
}

// Operations whose circuits are large, for narrow words only.
static inline term random_heavy(unrolling *u, term a, term b) {
  terms *tt = u->tt;
  switch (random_below(u, 5)) {
  case 0:
    return term_bvudiv(tt, a, b);
  case 1:
    return term_bvurem(tt, a, b);
  case 2:
    return term_bvsdiv(tt, a, b);
  case 3:
    return term_bvsrem(tt, a, b);
  default:
    return term_bvmul(tt, a, b);
  }
}

static inline term random_operation(unrolling *u, term a, term b) {
  terms *tt = u->tt;
  switch (random_below(u, u->width <= 8 ? 10 : 9)) {
  case 0:
  case 1:
  case 2:
    return term_bvadd(tt, a, b);
  case 3:
  case 4:
    return term_bvsub(tt, a, b);
  case 5:
    return term_bvand(tt, a, b);
  case 6:
    return term_bvor(tt, a, b);
  case 7:
    return term_bvxor(tt, a, b);
  case 8:
    return term_bvshl(tt, a, term_bv(tt, u->width, 1));
  default:
    return random_heavy(u, a, b);
  }
}

static inline term random_condition(unrolling *u, uint32_t frame) {
  terms *tt = u->tt;
  switch (random_below(u, 4)) {
  case 0:
    return flag_at(u, frame);
  case 1:
    return random_test(u, input_at(u, frame), random_constant(u));
  default:
    return random_test(u, random_word(u, frame), random_word(u, frame));
  }
  (void)tt;
}

static inline term random_value(unrolling *u, uint32_t frame, term old) {
  switch (random_below(u, 6)) {
  case 0:
    return old;
  case 1:
    return random_operation(u, random_word(u, frame), random_word(u, frame));
  case 2:
    return term_ite(u->tt, random_condition(u, frame),
                    random_operation(u, old, random_constant(u)), old);
  case 3:
    return term_ite(u->tt, random_condition(u, frame),
                    random_word(u, frame), random_word(u, frame));
  default:
    return random_operation(u, old, random_constant(u));
  }
}

static inline term random_step(unrolling *u, uint32_t frame) {
  terms *tt = u->tt;
  term all = term_eq_make(tt, flag_at(u, frame + 1),
                          random_condition(u, frame));
  for (uint32_t i = 0; i < u->words; i++)
    all = term_and(tt, all,
                   term_eq_make(tt, word_at(u, i, frame + 1),
                                random_value(u, frame, word_at(u, i, frame))));
  if (random_below(u, 3) == 0)
    all = term_and(tt, all, random_condition(u, frame));
  return all;
}

static inline term random_start(unrolling *u) {
  terms *tt = u->tt;
  term all = random_below(u, 2) ? flag_at(u, 0) : term_true(tt);
  for (uint32_t i = 0; i < u->words; i++) {
    term x = word_at(u, i, 0);
    term other = random_below(u, 3) == 0 ? random_word(u, 0)
                                         : random_constant(u);
    all = term_and(tt, all,
                   random_below(u, 4) != 0 ? term_eq_make(tt, x, other)
                                           : random_test(u, x, other));
  }
  return all;
}

static inline term random_end(unrolling *u, uint32_t frame) {
  terms *tt = u->tt;
  term x = word_at(u, random_below(u, u->words), frame);
  term all = random_test(u, random_operation(u, x, random_word(u, frame)),
                         random_word(u, frame));
  if (random_below(u, 2) == 0)
    all = term_and(tt, all, random_condition(u, frame));
  return all;
}

// Steps of 'rules' alternate, so that blocks look alike as in a loop.
static inline void unrolling_make(unrolling *u, terms *tt, uint64_t seed,
                                  uint32_t steps) {
  *u = (unrolling){.tt = tt, .state = seed * 2654435761u + 12345};
  u->width = 1 + random_below(u, 32);
  if (random_below(u, 2) == 0)
    u->width = 1 + random_below(u, 8);
  u->words = 1 + random_below(u, MAX_WORDS);
  u->blocks[u->count++] = random_start(u);
  uint64_t rule = u->state;
  for (uint32_t k = 0; k < steps; k++) {
    uint64_t kept = u->state;
    if (seed % 2 == 0)
      u->state = rule; // the same step again
    u->blocks[u->count++] = random_step(u, k);
    if (seed % 2 == 0)
      u->state = kept + 1;
  }
  u->blocks[u->count++] = random_end(u, steps);
}

#endif
