// SPDX-License-Identifier: Apache-2.0
// Polynomials of terms, against all values of small words.
#include "algebra/polynomial.h"

#include "base/mem.h"
#include "term/eval.h"
#include "unit.h"

enum { UNKNOWNS = 3, ROUNDS = 1500 };

typedef struct {
  terms *tt;
  uint32_t width;
  term unknowns[UNKNOWNS];
  uint64_t seed;
} fixture;

static void fixture_init(fixture *f, uint32_t width) {
  *f = (fixture){.tt = terms_new(), .width = width, .seed = width};
  for (int i = 0; i < UNKNOWNS; i++)
    f->unknowns[i] = term_fresh(f->tt, "u", sort_bv(f->tt, width));
}

static void fixture_clear(fixture *f) {
  terms_free(f->tt);
  assert_int_equal(mem_live(), 0);
}

static uint32_t pick(fixture *f, uint32_t n) {
  f->seed = f->seed * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(f->seed >> 33) % n;
}

static term random_term(fixture *f, int depth) {
  terms *tt = f->tt;
  if (depth == 0 || pick(f, 5) == 0)
    return pick(f, 3) == 0 ? term_bv(tt, f->width, pick(f, 1 << f->width))
                           : f->unknowns[pick(f, UNKNOWNS)];
  term a = random_term(f, depth - 1), b = random_term(f, depth - 1);
  switch (pick(f, 6)) {
  case 0:
    return term_bvneg(tt, a);
  case 4: // a product, or an unknown as a whole
    return term_bvshl(tt, a, b);
  case 1:
    return term_bvnot(tt, a);
  case 2:
    return term_bvadd(tt, a, b);
  case 3:
    return term_bvsub(tt, a, b);
  default:
    return term_bvmul(tt, a, b);
  }
}

static void set(fixture *f, evaluator *e, uint32_t n) {
  eval_forget(e);
  for (int i = 0; i < UNKNOWNS; i++, n >>= f->width)
    eval_set(e, f->unknowns[i], value_bv(f->width, n & ((1u << f->width) - 1)));
}

static uint64_t value_at(const fixture *f, const polynomial *p, evaluator *e) {
  uint64_t sum = 0;
  for (uint32_t i = 0; i < p->parts.len; i++) {
    const monomial *m = &p->parts.data[i];
    uint64_t product = m->coefficient;
    CHECK(product != 0);
    for (uint32_t j = 0; j < m->degree; j++)
      product *= value_get_u64(eval_term(e, m->factors[j]));
    sum += product;
  }
  return sum & ((UINT64_C(1) << f->width) - 1);
}

static uint32_t points(const fixture *f) { return 1u << (f->width * UNKNOWNS); }

static void polynomials_have_the_values_of_terms(void **state) {
  (void)state;
  for (uint32_t width = 1; width <= 3; width++) {
    fixture f;
    fixture_init(&f, width);
    evaluator *e = eval_new(f.tt);
    uint32_t made = 0;
    for (int round = 0; round < ROUNDS; round++) {
      term t = random_term(&f, 4);
      polynomial p;
      if (!polynomial_of(f.tt, t, &p))
        continue;
      made++;
      for (uint32_t n = 0; n < points(&f); n++) {
        set(&f, e, n);
        CHECK(value_at(&f, &p, e) == value_get_u64(eval_term(e, t)));
      }
      polynomial_clear(&p);
    }
    CHECK(made > ROUNDS / 2);
    eval_free(e);
    fixture_clear(&f);
  }
}

// What an equation says of an unknown makes it true, and may stand for it.
static void solutions_solve(void **state) {
  (void)state;
  fixture f;
  fixture_init(&f, 2);
  evaluator *e = eval_new(f.tt);
  uint32_t solved = 0, replaced = 0;
  for (int round = 0; round < ROUNDS; round++) {
    polynomial p, q, is;
    term unknown;
    bool ok = polynomial_of(f.tt, random_term(&f, 3), &p);
    ok = polynomial_of(f.tt, random_term(&f, 3), &q) && ok;
    if (ok && polynomial_solve(&p, &unknown, &is)) {
      solved++;
      polynomial left = {.width = q.width};
      CHECK(polynomial_add(&left, &q, 1));
      bool is_small = polynomial_replace(&left, unknown, &is);
      replaced += is_small;
      for (uint32_t n = 0; n < points(&f); n++) {
        set(&f, e, n);
        bool holds = value_at(&f, &p, e) == 0;
        CHECK(holds ==
              (value_get_u64(eval_term(e, unknown)) == value_at(&f, &is, e)));
        if (holds && is_small)
          CHECK(value_at(&f, &left, e) == value_at(&f, &q, e));
      }
      polynomial_clear(&left);
      polynomial_clear(&is);
    }
    polynomial_clear(&p);
    polynomial_clear(&q);
  }
  CHECK(solved > ROUNDS / 10 && replaced > solved / 2);
  eval_free(e);
  fixture_clear(&f);
}

// (n + 1)^3 = n^3 + 3n^2 + 3n + 1, and y stands for 3n^2 + 3n + 1.
static void sums_of_cubes(void **state) {
  (void)state;
  fixture f;
  fixture_init(&f, 64);
  terms *tt = f.tt;
  term n = f.unknowns[0], y = f.unknowns[1], x = f.unknowns[2];
  term one = term_bv(tt, 64, 1), three = term_bv(tt, 64, 3);
  term next = term_bvadd(tt, n, one);
  term cube = term_bvmul(tt, n, term_bvmul(tt, n, n));
  term next_cube = term_bvmul(tt, next, term_bvmul(tt, next, next));
  term slope = term_bvadd(
      tt, term_bvmul(tt, three, term_bvadd(tt, term_bvmul(tt, n, n), n)), one);
  polynomial left, rule, is;
  term unknown;
  CHECK(polynomial_of(tt, term_bvsub(tt, term_bvadd(tt, x, y), next_cube),
                      &left));
  CHECK(polynomial_of(tt, term_bvsub(tt, y, slope), &rule));
  CHECK(polynomial_solve(&rule, &unknown, &is) && term_eq(unknown, y));
  CHECK(polynomial_replace(&left, unknown, &is) && !polynomial_is_zero(&left));
  polynomial_clear(&rule);
  polynomial_clear(&is);
  CHECK(polynomial_of(tt, term_bvsub(tt, x, cube), &rule));
  CHECK(polynomial_solve(&rule, &unknown, &is) && term_eq(unknown, x));
  CHECK(polynomial_replace(&left, unknown, &is) && polynomial_is_zero(&left));
  polynomial_clear(&rule);
  polynomial_clear(&is);
  polynomial_clear(&left);
  fixture_clear(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(polynomials_have_the_values_of_terms),
      cmocka_unit_test(solutions_solve),
      cmocka_unit_test(sums_of_cubes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
