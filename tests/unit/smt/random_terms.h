// SPDX-License-Identifier: Apache-2.0
// Random terms over a few variables, for comparing solvers.
#ifndef RANDOM_TERMS_H
#define RANDOM_TERMS_H

#include "base/vec.h"
#include "term/term.h"

enum { RANDOM_WIDTHS = 3 };

typedef struct {
  terms *tt;
  uint64_t state;
  uint32_t width[RANDOM_WIDTHS];
  term_vec words[RANDOM_WIDTHS];
  term_vec bools;
  term_vec arrays; // from width[0] to width[1]
  bool has_arrays, has_array_equality;
} random_terms;

static inline uint32_t random_below(random_terms *r, uint32_t n) {
  r->state = r->state * UINT64_C(6364136223846793005) + 1442695040888963407u;
  return (uint32_t)(r->state >> 33) % n;
}

static inline uint64_t random_word(random_terms *r) {
  uint64_t high = random_below(r, 1u << 31), low = random_below(r, 1u << 31);
  switch (random_below(r, 3)) {
  case 0:
    return random_below(r, 5);
  case 1:
    return ~(uint64_t)random_below(r, 5);
  default:
    return high << 33 ^ low << 2 ^ random_below(r, 4);
  }
}

static inline term random_bool(random_terms *r) {
  return r->bools.data[random_below(r, r->bools.len)];
}

static inline term random_bv(random_terms *r, uint32_t class) {
  return r->words[class].data[random_below(r, r->words[class].len)];
}

static inline term random_array(random_terms *r) {
  return r->arrays.data[random_below(r, r->arrays.len)];
}

static inline void random_init(random_terms *r, terms *tt, uint64_t seed,
                               uint32_t max_width, bool arrays) {
  *r = (random_terms){.tt = tt, .state = seed * 7919 + 1, .has_arrays = arrays};
  for (uint32_t c = 0; c < RANDOM_WIDTHS; c++) {
    r->width[c] = 1 + random_below(r, max_width);
    sort s = sort_bv(tt, r->width[c]);
    for (int i = 0; i < 2; i++)
      vec_push(&r->words[c], term_fresh(tt, "v", s));
    uint64_t bits = random_word(r);
    term constant = term_bv(tt, 64, bits);
    vec_push(&r->words[c],
             term_bv(tt, r->width[c] < 64 ? r->width[c] : 64, bits));
    if (r->width[c] > 64)
      r->words[c].data[2] = term_zero_extend(tt, constant, r->width[c] - 64);
  }
  for (int i = 0; i < 2; i++)
    vec_push(&r->bools, term_fresh(tt, "p", sort_bool(tt)));
  if (!arrays)
    return;
  sort s = sort_array(tt, sort_bv(tt, r->width[0]), sort_bv(tt, r->width[1]));
  for (int i = 0; i < 2; i++)
    vec_push(&r->arrays, term_fresh(tt, "a", s));
  vec_push(&r->arrays, term_const_array(tt, s, r->words[1].data[2]));
}

static inline void random_clear(random_terms *r) {
  for (uint32_t c = 0; c < RANDOM_WIDTHS; c++)
    vec_free(&r->words[c]);
  vec_free(&r->bools);
  vec_free(&r->arrays);
}

typedef term (*random_binary)(terms *tt, term a, term b);

static inline void random_step_word(random_terms *r) {
  static const random_binary cheap[] = {term_bvand,  term_bvor,  term_bvxor,
                                        term_bvadd,  term_bvsub, term_bvshl,
                                        term_bvlshr, term_bvashr};
  static const random_binary costly[] = {term_bvmul, term_bvudiv, term_bvurem,
                                         term_bvsdiv, term_bvsrem};
  uint32_t c = random_below(r, RANDOM_WIDTHS);
  term a = random_bv(r, c), b = random_bv(r, c), t;
  switch (random_below(r, 8)) {
  case 0:
    t = random_below(r, 2) ? term_bvnot(r->tt, a) : term_bvneg(r->tt, a);
    break;
  case 1:
    t = term_ite(r->tt, random_bool(r), a, b);
    break;
  case 2:
    t = r->width[c] <= 7 ? costly[random_below(r, 5)](r->tt, a, b)
                         : term_bvadd(r->tt, a, b);
    break;
  default:
    t = cheap[random_below(r, 8)](r->tt, a, b);
  }
  vec_push(&r->words[c], t);
}

// From one width to another.
static inline void random_step_shape(random_terms *r) {
  uint32_t c = random_below(r, RANDOM_WIDTHS),
           d = random_below(r, RANDOM_WIDTHS);
  uint32_t from = r->width[c], to = r->width[d];
  term a = random_bv(r, c);
  if (from < to) {
    uint32_t by = to - from;
    a = random_below(r, 2) ? term_zero_extend(r->tt, a, by)
                           : term_sign_extend(r->tt, a, by);
  } else {
    uint32_t low = random_below(r, from - to + 1);
    a = term_extract(r->tt, a, low + to - 1, low);
  }
  vec_push(&r->words[d], a);
}

static inline void random_step_bool(random_terms *r) {
  static const random_binary compare[] = {
      term_eq_make, term_bvult,    term_bvule,  term_bvslt,
      term_bvsle,   term_distinct, term_eq_make};
  static const random_binary connect[] = {term_and, term_or, term_xor,
                                          term_implies, term_eq_make};
  uint32_t c = random_below(r, RANDOM_WIDTHS);
  if (random_below(r, 2))
    vec_push(&r->bools, compare[random_below(r, 7)](r->tt, random_bv(r, c),
                                                    random_bv(r, c)));
  else
    vec_push(&r->bools, connect[random_below(r, 5)](r->tt, random_bool(r),
                                                    random_bool(r)));
}

static inline void random_step_array(random_terms *r) {
  term a = random_array(r), b = random_array(r), i = random_bv(r, 0);
  switch (random_below(r, r->has_array_equality ? 5 : 4)) {
  case 0:
    vec_push(&r->arrays, term_store(r->tt, a, i, random_bv(r, 1)));
    break;
  case 1:
    vec_push(&r->arrays, term_ite(r->tt, random_bool(r), a, b));
    break;
  case 4:
    vec_push(&r->bools, term_eq_make(r->tt, a, b));
    break;
  default:
    vec_push(&r->words[1], term_select(r->tt, a, i));
  }
}

// Adds n terms to the pool.
static inline void random_grow(random_terms *r, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    uint32_t what = random_below(r, r->has_arrays ? 9 : 6);
    if (what < 2)
      random_step_word(r);
    else if (what < 3)
      random_step_shape(r);
    else if (what < 6)
      random_step_bool(r);
    else
      random_step_array(r);
  }
}

// An address: some word plus a small constant.
static inline term random_address(random_terms *r) {
  uint32_t w = r->width[0];
  term offset = term_bv(r->tt, w, random_below(r, w < 3 ? 1u << w : 8));
  return term_bvadd(r->tt, r->words[0].data[random_below(r, 3)], offset);
}

// A long chain of stores with choices in it, as memory of programs is, and
// reads all along it.
static inline void random_memory(random_terms *r, uint32_t stores) {
  term memory = random_array(r), older = memory;
  for (uint32_t i = 0; i < stores; i++) {
    term written = random_bv(r, 1);
    memory = term_store(r->tt, memory, random_address(r), written);
    if (random_below(r, 4) == 0)
      memory = term_ite(r->tt, random_bool(r), memory, older);
    if (random_below(r, 3) == 0)
      older = memory;
    term read = term_select(r->tt, memory, random_address(r));
    vec_push(&r->words[1], read);
    vec_push(&r->bools, term_eq_make(r->tt, read, written));
  }
  vec_push(&r->arrays, memory);
}

// One of the younger Boolean terms, or its negation.
static inline term random_formula(random_terms *r) {
  uint32_t n = r->bools.len, young = n > 8 ? 8 : n;
  term t = r->bools.data[n - 1 - random_below(r, young)];
  return random_below(r, 2) ? t : term_not(r->tt, t);
}

#endif
