// SPDX-License-Identifier: Apache-2.0
// Random DAGs over all sorts and operators, in twins.
#ifndef RANDOM_TERMS_H
#define RANDOM_TERMS_H

#include <stdio.h>

#include "num/bvop.h"
#include "twin.h"

enum { POOL_SORTS = 16 };

// One pool of terms per sort.
typedef struct {
  twins w;
  sort sorts[POOL_SORTS]; // in the plain table
  twin_vec pool[POOL_SORTS];
  uint32_t sort_count;
  twin_vec variables;
  uint64_t seed;
} random_terms;

static inline uint64_t random_next(random_terms *g) {
  g->seed ^= g->seed << 13;
  g->seed ^= g->seed >> 7;
  g->seed ^= g->seed << 17;
  return g->seed;
}

static inline uint32_t random_below(random_terms *g, uint32_t n) {
  return (uint32_t)(random_next(g) >> 16) % n;
}

// Interesting bits: zero, one, ones, a power of two, anything.
static inline uint64_t random_bits(random_terms *g) {
  switch (random_below(g, 6)) {
  case 0:
    return random_below(g, 3);
  case 1:
    return ~(uint64_t)random_below(g, 3);
  case 2:
    return (uint64_t)1 << random_below(g, 64);
  case 3:
    return ((uint64_t)1 << random_below(g, 64)) - 1;
  default:
    return random_next(g);
  }
}

static inline value random_bv(random_terms *g, arena *mem, uint32_t width) {
  if (width <= 64)
    return value_bv(width, random_bits(g));
  value v = value_bv(64, random_bits(g));
  for (uint32_t left = width - 64; left > 0;) {
    uint32_t part = left < 64 ? left : 64;
    v = bvop_concat(mem, value_bv(part, random_bits(g)), v);
    left -= part;
  }
  return v;
}

static inline value random_value(random_terms *g, arena *mem, sort s) {
  const terms *tt = g->w.plain;
  value small = value_int((int64_t)random_below(g, 9) - 4);
  switch (sort_get_kind(tt, s)) {
  case SORT_BOOL:
    return value_bool(random_below(g, 2));
  case SORT_BV:
    return random_bv(g, mem, sort_width(tt, s));
  case SORT_INT:
    return random_below(g, 8) ? small : value_int((int64_t)random_next(g));
  case SORT_REAL:
    return numop_div(mem, value_int_to_real(mem, small),
                     value_int_to_real(mem, value_int(1 + random_below(g, 4))));
  case SORT_ARRAY:
    break;
  }
  value a = value_array_make(mem, random_value(g, mem, sort_element(tt, s)));
  for (uint32_t i = 0; i < 3; i++) {
    value index = random_value(g, mem, sort_index(tt, s));
    value element = random_value(g, mem, sort_element(tt, s));
    a = value_array_store(mem, a, index, element);
  }
  return a;
}

static inline int random_pool_of(const random_terms *g, sort s) {
  for (uint32_t i = 0; i < g->sort_count; i++)
    if (sort_eq(g->sorts[i], s))
      return (int)i;
  return -1;
}

static inline void random_keep(random_terms *g, twin t) {
  int pool = random_pool_of(g, term_sort(g->w.plain, t.plain));
  if (pool < 0)
    return;
  // Replacing old ones keeps growth deep rather than wide.
  twin_vec *v = &g->pool[pool];
  if (v->len < 40)
    vec_push(v, t);
  else
    v->data[random_below(g, v->len)] = t;
  vec_push(&g->w.all, t);
}

static inline random_terms
random_terms_new(uint64_t seed, const uint32_t *widths, uint32_t n) {
  random_terms g = {.w = twins_new(), .seed = seed * 0x9e3779b97f4a7c15u + 1};
  terms *tt = g.w.plain;
  g.sorts[g.sort_count++] = sort_bool(tt);
  for (uint32_t i = 0; i < n; i++)
    g.sorts[g.sort_count++] = sort_bv(tt, widths[i]);
  g.sorts[g.sort_count++] = sort_int(tt);
  g.sorts[g.sort_count++] = sort_real(tt);
  g.sorts[g.sort_count++] =
      sort_array(tt, sort_bv(tt, widths[0]), sort_bv(tt, widths[n - 1]));
  arena *mem = arena_new();
  for (uint32_t i = 0; i < g.sort_count; i++) {
    sort s = g.sorts[i];
    for (uint32_t k = 0; k < 3; k++) {
      char name[32];
      snprintf(name, sizeof name, "v%u_%u", i, k);
      twin v = twin_variable(&g.w, name, s);
      vec_push(&g.variables, v);
      random_keep(&g, v);
    }
    if (sort_get_kind(tt, s) != SORT_ARRAY)
      for (uint32_t k = 0; k < 3; k++)
        random_keep(&g, twin_value(&g.w, random_value(&g, mem, s)));
  }
  arena_free(mem);
  return g;
}

static inline void random_terms_free(random_terms *g) {
  for (uint32_t i = 0; i < g->sort_count; i++)
    vec_free(&g->pool[i]);
  vec_free(&g->variables);
  twins_free(&g->w);
}

static inline twin random_pick(random_terms *g, sort s) {
  int pool = random_pool_of(g, s);
  CHECK(pool >= 0);
  twin_vec *v = &g->pool[pool];
  return v->data[random_below(g, v->len)];
}

static inline sort random_sort(random_terms *g, sort_kind kind) {
  for (;;) {
    sort s = g->sorts[random_below(g, g->sort_count)];
    if (sort_get_kind(g->w.plain, s) == kind)
      return s;
  }
}

static inline twin random_bv_operator(random_terms *g, term_kind kind) {
  sort s = random_sort(g, SORT_BV);
  twin args[] = {random_pick(g, s), random_pick(g, s)};
  uint32_t width = sort_width(g->w.plain, s), p0 = 0, p1 = 0, n = 2;
  if (kind == TERM_EXTRACT) {
    p0 = random_below(g, width);
    p1 = random_below(g, p0 + 1);
  }
  if (kind == TERM_ZERO_EXTEND || kind == TERM_SIGN_EXTEND) {
    // To another width of the pools, if there is a greater one.
    sort wide = random_sort(g, SORT_BV);
    uint32_t to = sort_width(g->w.plain, wide);
    p0 = to > width ? to - width : 1;
  }
  if (kind == TERM_CONCAT)
    args[1] = random_pick(g, random_sort(g, SORT_BV));
  if (kind == TERM_BVNOT || kind == TERM_BVNEG || kind == TERM_EXTRACT ||
      kind == TERM_ZERO_EXTEND || kind == TERM_SIGN_EXTEND ||
      kind == TERM_BV_TO_INT)
    n = 1;
  return twin_make(&g->w, kind, (sort){0}, args, n, p0, p1);
}

static inline twin random_number_operator(random_terms *g, term_kind kind) {
  sort s = random_sort(g, random_below(g, 2) ? SORT_INT : SORT_REAL);
  if (kind == TERM_DIV || kind == TERM_TO_INT)
    s = random_sort(g, SORT_REAL);
  if (kind == TERM_INT_DIV || kind == TERM_INT_MOD || kind == TERM_TO_REAL ||
      kind == TERM_INT_TO_BV)
    s = random_sort(g, SORT_INT);
  twin args[] = {random_pick(g, s), random_pick(g, s)};
  uint32_t p0 = 0;
  if (kind == TERM_INT_TO_BV)
    p0 = sort_width(g->w.plain, random_sort(g, SORT_BV));
  bool unary = kind == TERM_NEG || kind == TERM_TO_REAL ||
               kind == TERM_TO_INT || kind == TERM_INT_TO_BV;
  return twin_make(&g->w, kind, (sort){0}, args, unary ? 1 : 2, p0, 0);
}

static inline twin random_array_operator(random_terms *g, term_kind kind) {
  sort s = random_sort(g, SORT_ARRAY);
  twin index = random_pick(g, sort_index(g->w.plain, s));
  twin element = random_pick(g, sort_element(g->w.plain, s));
  if (kind == TERM_CONST_ARRAY)
    return twin_make(&g->w, kind, s, &element, 1, 0, 0);
  twin args[] = {random_pick(g, s), index, element};
  return twin_make(&g->w, kind, (sort){0}, args, kind == TERM_STORE ? 3 : 2, 0,
                   0);
}

static inline twin random_core_operator(random_terms *g, term_kind kind) {
  sort b = random_sort(g, SORT_BOOL);
  sort s = g->sorts[random_below(g, g->sort_count)];
  twin args[5];
  for (uint32_t i = 0; i < 5; i++)
    args[i] = random_pick(g, b);
  uint32_t n = kind == TERM_NOT ? 1 : 2 + random_below(g, 4);
  if (kind == TERM_EQ || kind == TERM_ITE) {
    n = kind == TERM_EQ ? 2 : 3;
    args[n - 2] = random_pick(g, s);
    args[n - 1] = random_pick(g, s);
  }
  return twin_make(&g->w, kind, (sort){0}, args, n, 0, 0);
}

// Adds one random operator over what is there.
static inline twin random_step(random_terms *g) {
  term_kind kind =
      (term_kind)(TERM_EQ + random_below(g, TERM_KIND_COUNT - TERM_EQ));
  if (random_below(g, 3) == 0)
    kind = (term_kind)(TERM_EQ + random_below(g, 5));
  twin t;
  if (kind <= TERM_OR)
    t = random_core_operator(g, kind);
  else if (kind <= TERM_BVSLE || kind == TERM_BV_TO_INT)
    t = random_bv_operator(g, kind);
  else if (kind <= TERM_INT_TO_BV)
    t = random_number_operator(g, kind);
  else
    t = random_array_operator(g, kind);
  random_keep(g, t);
  return t;
}

static inline void random_assignment(random_terms *g, arena *mem) {
  for (uint32_t i = 0; i < g->variables.len; i++) {
    twin v = g->variables.data[i];
    twin_set(&g->w, v, random_value(g, mem, term_sort(g->w.plain, v.plain)));
  }
}

#endif
