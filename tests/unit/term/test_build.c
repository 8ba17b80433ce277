// SPDX-License-Identifier: Apache-2.0
// Every rewrite rule, by exhaustion: all operators nested two levels deep over
// two variables and all constants of widths 1 to 3, built with and without
// simplification, have the same value under all assignments.
#include <stdlib.h>

#include "base/mem.h"
#include "twin.h"

enum { MAX_WIDTH = 8 };

#ifdef __SANITIZE_ADDRESS__
enum { STRIDE = 13 }; // for bad accesses; other builds check all values
#else
enum { STRIDE = 1 };
#endif

typedef struct {
  twins w;
  uint32_t width;
  twin x, y, c;
  twin_vec leaves[MAX_WIDTH + 1]; // by width; 0: Bool
  twin_vec ones[MAX_WIDTH + 1];   // one operator over leaves
} pools;

static const term_kind BINARY_BV[] = {
    TERM_BVAND,  TERM_BVOR,   TERM_BVXOR,  TERM_BVADD,  TERM_BVMUL,
    TERM_BVUDIV, TERM_BVUREM, TERM_BVSDIV, TERM_BVSREM, TERM_BVSHL,
    TERM_BVLSHR, TERM_BVASHR, TERM_BVULT,  TERM_BVULE,  TERM_BVSLT,
    TERM_BVSLE,  TERM_EQ,     TERM_CONCAT};
static const term_kind BINARY_BOOL[] = {TERM_AND, TERM_OR, TERM_EQ};

#define COUNT(a) ((uint32_t)(sizeof(a) / sizeof *(a)))

static uint32_t width_of_twin(const pools *p, twin t) {
  return twin_is_bv(&p->w, t) ? term_width(p->w.plain, t.plain) : 0;
}

// To be checked; keeps it in 'ones' while these are being filled.
static void take(pools *p, bool keep, twin t) {
  vec_push(&p->w.all, t);
  uint32_t width = width_of_twin(p, t);
  if (keep && width <= MAX_WIDTH)
    vec_push(&p->ones[width], t);
}

static void take_make(pools *p, bool keep, term_kind kind, const twin *args,
                      uint32_t n, uint32_t p0, uint32_t p1) {
  take(p, keep, twin_make(&p->w, kind, (sort){0}, args, n, p0, p1));
}

// All unary operators over a.
static void unary(pools *p, bool keep, twin a) {
  uint32_t width = width_of_twin(p, a);
  if (width == 0) {
    take_make(p, keep, TERM_NOT, &a, 1, 0, 0);
    return;
  }
  take_make(p, keep, TERM_BVNOT, &a, 1, 0, 0);
  take_make(p, keep, TERM_BVNEG, &a, 1, 0, 0);
  for (uint32_t by = 1; by <= 2; by++) {
    take_make(p, keep, TERM_ZERO_EXTEND, &a, 1, by, 0);
    take_make(p, keep, TERM_SIGN_EXTEND, &a, 1, by, 0);
  }
  for (uint32_t high = 0; high < width; high++)
    for (uint32_t low = 0; low <= high; low++)
      take_make(p, keep, TERM_EXTRACT, &a, 1, high, low);
}

// All binary operators over a and b of one sort.
static void binary(pools *p, bool keep, twin a, twin b) {
  twin args[] = {a, b};
  bool is_bv = width_of_twin(p, a) > 0;
  const term_kind *kinds = is_bv ? BINARY_BV : BINARY_BOOL;
  uint32_t n = is_bv ? COUNT(BINARY_BV) : COUNT(BINARY_BOOL);
  for (uint32_t i = 0; i < n; i++)
    take_make(p, keep, kinds[i], args, 2, 0, 0);
}

static void fill_level(pools *p, twin_vec *level, bool keep) {
  for (uint32_t w = 0; w <= MAX_WIDTH; w++)
    for (uint32_t i = 0; i < level[w].len; i++)
      unary(p, keep, level[w].data[i]);
}

static pools pools_new(uint32_t width) {
  pools p = {.w = twins_new(), .width = width};
  sort bv = sort_bv(p.w.plain, width);
  p.x = twin_variable(&p.w, "x", bv);
  p.y = twin_variable(&p.w, "y", bv);
  p.c = twin_variable(&p.w, "c", sort_bool(p.w.plain));
  vec_push(&p.leaves[width], p.x);
  vec_push(&p.leaves[width], p.y);
  vec_push(&p.leaves[0], p.c);
  for (uint32_t b = 0; b < 2; b++)
    vec_push(&p.leaves[0], twin_value(&p.w, value_bool(b)));
  for (uint32_t w = 1; w <= width; w++)
    for (uint32_t k = 0; k < 1u << w; k++)
      vec_push(&p.leaves[w], twin_bv(&p.w, w, k));
  return p;
}

static void pools_free(pools *p) {
  for (uint32_t w = 0; w <= MAX_WIDTH; w++) {
    vec_free(&p->leaves[w]);
    vec_free(&p->ones[w]);
  }
  twins_free(&p->w);
}

static void pairs(pools *p, twin_vec *a, twin_vec *b, bool keep) {
  for (uint32_t i = 0; i < a->len; i++)
    for (uint32_t j = 0; j < b->len; j++)
      binary(p, keep, a->data[i], b->data[j]);
}

// ite over all conditions and branches of the given levels.
static void ites(pools *p, twin_vec *c, twin_vec *x, twin_vec *y, bool keep) {
  for (uint32_t i = 0; i < c->len; i++)
    for (uint32_t j = 0; j < x->len; j++)
      for (uint32_t k = 0; k < y->len; k++) {
        twin args[] = {c->data[i], x->data[j], y->data[k]};
        take_make(p, keep, TERM_ITE, args, 3, 0, 0);
      }
}

static void first_level(pools *p) {
  fill_level(p, p->leaves, true);
  for (uint32_t w = 0; w <= MAX_WIDTH; w++) {
    pairs(p, &p->leaves[w], &p->leaves[w], true);
    ites(p, &p->leaves[0], &p->leaves[w], &p->leaves[w], true);
  }
}

static void second_level(pools *p) {
  fill_level(p, p->ones, false);
  for (uint32_t w = 0; w <= MAX_WIDTH; w++) {
    pairs(p, &p->ones[w], &p->leaves[w], false);
    pairs(p, &p->leaves[w], &p->ones[w], false);
    ites(p, &p->leaves[0], &p->ones[w], &p->leaves[w], false);
    ites(p, &p->leaves[0], &p->leaves[w], &p->ones[w], false);
  }
}

static twin pick(const twin_vec *v) {
  return v->data[(uint32_t)rand() % v->len];
}

// Operators over two one-operator terms: too many for all, so a sample.
static void sampled_pairs(pools *p, uint32_t samples) {
  for (uint32_t i = 0; i < samples; i++) {
    uint32_t w = (uint32_t)rand() % (MAX_WIDTH + 1);
    if (p->ones[w].len == 0)
      continue;
    twin a = pick(&p->ones[w]), b = pick(&p->ones[w]);
    binary(p, false, a, b);
    twin args[] = {pick(&p->ones[0]), a, b};
    take_make(p, false, TERM_ITE, args, 3, 0, 0);
  }
}

static void check_assignments(pools *p) {
  for (uint32_t a = 0; a < 2u << (2 * p->width); a += STRIDE) {
    twin_set(&p->w, p->x, value_bv(p->width, a));
    twin_set(&p->w, p->y, value_bv(p->width, a >> p->width));
    twin_set(&p->w, p->c, value_bool(a >> (2 * p->width)));
    twins_check(&p->w);
  }
}

static void check_width(uint32_t width, uint32_t samples) {
  srand(width);
  pools p = pools_new(width);
  first_level(&p);
  second_level(&p);
  if (width <= 2) // conditions: all pairs
    pairs(&p, &p.ones[0], &p.ones[0], false);
  sampled_pairs(&p, samples);
  check_assignments(&p);
  print_message("width %u: %llu values compared, %u and %u terms\n", width,
                (unsigned long long)p.w.compared, terms_count(p.w.plain),
                terms_count(p.w.smart));
  pools_free(&p);
}

static void rules_hold_at_width_1(void **state) { check_width(1, 20000); }
static void rules_hold_at_width_2(void **state) { check_width(2, 20000); }
static void rules_hold_at_width_3(void **state) { check_width(3, 20000); }

// Boolean structure alone: three variables, all pairs of one-operator terms,
// and a sample one level deeper.
static pools booleans_new(void) {
  pools p = {.w = twins_new()};
  sort b = sort_bool(p.w.plain);
  p.x = twin_variable(&p.w, "x", b);
  p.y = twin_variable(&p.w, "y", b);
  p.c = twin_variable(&p.w, "c", b);
  vec_push(&p.leaves[0], p.x);
  vec_push(&p.leaves[0], p.y);
  vec_push(&p.leaves[0], p.c);
  return p;
}

static void deep_booleans(pools *p, uint32_t samples) {
  twin_vec deep = {0};
  for (uint32_t i = 0; i < p->ones[0].len; i++)
    vec_push(&deep, p->ones[0].data[i]);
  for (uint32_t i = 0; i < samples; i++) {
    twin args[] = {pick(&deep), pick(&deep), pick(&deep)};
    static const term_kind KINDS[] = {TERM_AND, TERM_OR, TERM_ITE, TERM_NOT};
    static const uint32_t ARITY[] = {3, 3, 3, 1};
    uint32_t k = (uint32_t)rand() % 4, n = ARITY[k] - (k < 2 && rand() % 2);
    twin t = twin_make(&p->w, KINDS[k], (sort){0}, args, n, 0, 0);
    vec_push(&p->w.all, t);
    deep.data[(uint32_t)rand() % deep.len] = t;
  }
  vec_free(&deep);
}

static void rules_hold_for_booleans(void **state) {
  srand(1);
  pools p = booleans_new();
  first_level(&p);
  second_level(&p);
  pairs(&p, &p.ones[0], &p.ones[0], false);
  ites(&p, &p.ones[0], &p.ones[0], &p.leaves[0], false);
  ites(&p, &p.ones[0], &p.leaves[0], &p.ones[0], false);
  deep_booleans(&p, 300000);
  for (uint32_t a = 0; a < 8; a++) {
    twin_set(&p.w, p.x, value_bool(a & 1));
    twin_set(&p.w, p.y, value_bool(a & 2));
    twin_set(&p.w, p.c, value_bool(a & 4));
    twins_check(&p.w);
  }
  pools_free(&p);
}

static void nothing_is_left_behind(void **state) { CHECK(mem_live() == 0); }

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rules_hold_for_booleans),
      cmocka_unit_test(rules_hold_at_width_1),
      cmocka_unit_test(rules_hold_at_width_2),
      cmocka_unit_test(rules_hold_at_width_3),
      cmocka_unit_test(nothing_is_left_behind),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
