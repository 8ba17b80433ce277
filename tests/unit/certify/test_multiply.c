// SPDX-License-Identifier: Apache-2.0
// Facts about products, and mutants of them, against all values of small words.
#include "certify/numbers/multiply.h"

#include "small.h"
#include "term/eval.h"
#include "term/walk.h"

enum { WIDTH = 2, VALUES = 1 << WIDTH, VARIABLES = 4, ROUNDS = 4000 };

typedef struct {
  terms *tt;
  term v[VARIABLES];
  uint64_t seed;
  uint64_t salt; // of the model at hand
  arena *mem;
} fixture;

static void fixture_init(fixture *f, bool simplifies) {
  *f = (fixture){.tt = terms_new(), .seed = 11, .mem = arena_new()};
  terms_set_simplify(f->tt, simplifies);
  for (uint32_t i = 0; i < VARIABLES; i++)
    f->v[i] = term_fresh(f->tt, "v", sort_bv(f->tt, WIDTH));
}

static void fixture_clear(fixture *f) {
  arena_free(f->mem);
  terms_free(f->tt);
}

static uint32_t pick(fixture *f, uint32_t n) {
  return small_random(&f->seed, n);
}

// --- formulas ----------------------------------------------------------------

static term random_word(fixture *f, int depth) {
  if (depth == 0)
    return pick(f, 4) == 0 ? term_bv(f->tt, WIDTH, pick(f, VALUES))
                           : f->v[pick(f, VARIABLES)];
  term a = random_word(f, depth - 1), b = random_word(f, depth - 1);
  switch (pick(f, 9)) {
  case 0:
    return term_bvudiv(f->tt, a, b);
  case 1:
    return term_bvsrem(f->tt, a, b);
  case 2:
    return term_ite(f->tt, term_bvult(f->tt, a, b), b,
                    f->v[pick(f, VARIABLES)]);
  case 3:
    return term_bvneg(f->tt, a);
  case 4:
    return term_zero_extend(f->tt, term_extract(f->tt, a, 1, 1), 1);
  case 5:
    return term_bvadd(f->tt, a, b);
  default:
    return term_bvmul(f->tt, a, b);
  }
}

// Some equations, and multiples of them that are said not to hold.
static void random_formulas(fixture *f, term_vec *out) {
  terms *tt = f->tt;
  vec_clear(out);
  term left = term_bv(tt, WIDTH, 0), right = left;
  for (uint32_t n = 1 + pick(f, 3); n > 0; n--) {
    term a = random_word(f, 2), b = random_word(f, 2), c = random_word(f, 1);
    vec_push(out, term_eq_make(tt, a, b));
    left = term_bvadd(tt, left, term_bvmul(tt, c, a));
    right = term_bvadd(tt, right, term_bvmul(tt, b, c));
  }
  vec_push(out, term_not(tt, term_eq_make(tt, left, right)));
}

// --- models ------------------------------------------------------------------

static value chosen(const fixture *f, uint32_t id) {
  uint64_t x = (f->salt + id) * UINT64_C(0x9e3779b97f4a7c15);
  return value_bv(WIDTH, (x >> 40) % VALUES);
}

// Variables and products have any value. (Small terms: recursion does.)
static value model_value(void *data, term t) {
  fixture *f = data;
  terms *tt = f->tt;
  term_kind kind = term_get_kind(tt, t);
  if (kind == TERM_VALUE)
    return term_get_value(tt, t);
  if (kind == TERM_VARIABLE || kind == TERM_BVMUL)
    return chosen(f, t.id);
  if (kind == TERM_ITE) {
    bool holds = value_is_true(model_value(data, term_arg(tt, t, 0)));
    return model_value(data, term_arg(tt, t, holds ? 1 : 2));
  }
  bool is_and = kind == TERM_AND;
  value args[2];
  for (uint32_t i = 0; i < term_arity(tt, t); i++) {
    value x = model_value(data, term_arg(tt, t, i));
    if ((is_and || kind == TERM_OR) && value_is_true(x) != is_and)
      return x;
    args[i < 2 ? i : 1] = x;
  }
  return is_and || kind == TERM_OR ? value_bool(is_and)
                                   : eval_operator(tt, t, args, f->mem);
}

static bool are_true(fixture *f, const term_vec *formulas) {
  for (uint32_t i = 0; i < formulas->len; i++)
    if (!value_is_true(model_value(f, formulas->data[i])))
      return false;
  return true;
}

static bool find_model(fixture *f, const term_vec *formulas) {
  for (int i = 0; i < 200; i++) {
    f->salt = f->seed + (uint64_t)i;
    if (are_true(f, formulas))
      return true;
  }
  return false;
}

static bool is_valid(fixture *f, term formula) {
  evaluator *e = eval_new(f->tt);
  bool is = true;
  for (uint32_t n = 0; is && n < 1u << (WIDTH * VARIABLES); n++) {
    eval_forget(e);
    for (uint32_t i = 0; i < VARIABLES; i++)
      eval_set(e, f->v[i], value_bv(WIDTH, n >> (WIDTH * i)));
    is = eval_is_true(e, formula);
  }
  eval_free(e);
  return is;
}

// --- tests -------------------------------------------------------------------

static void mutate(fixture *f, algebra_fact *fact) {
  terms *tt = f->tt;
  uint32_t n = fact->equations.len, k = n > 0 ? pick(f, n) : 0;
  switch (pick(f, 5)) {
  case 0: // another goal
    fact->goal.left = term_bvadd(tt, fact->goal.left, f->v[0]);
    break;
  case 1: // another cofactor
    if (n > 0)
      fact->cofactors.data[k] =
          term_bvadd(tt, fact->cofactors.data[k], term_bv(tt, WIDTH, 1));
    break;
  case 2: // one premise less
    if (fact->conditions.len > 0)
      fact->conditions.len--;
    break;
  case 3: // another equation
    if (n > 0)
      fact->equations.data[k].right = f->v[pick(f, VARIABLES)];
    break;
  default: // an identity of another word
    if (fact->identities.len > 0)
      fact->identities.data[0] = random_word(f, 1);
  }
}

static void check_facts(bool simplifies) {
  fixture f;
  fixture_init(&f, simplifies);
  term_vec formulas = {0};
  limits l = {0};
  uint32_t found = 0, refused = 0;
  for (int i = 0; i < ROUNDS; i++) {
    algebra_fact fact;
    random_formulas(&f, &formulas);
    if (!find_model(&f, &formulas) ||
        !algebra_find_fact(f.tt, &formulas, model_value, &f, &l, &fact))
      continue;
    found++;
    CHECK(multiply_confirms(f.tt, &fact));
    CHECK(is_valid(&f, algebra_fact_formula(f.tt, &fact)));
    mutate(&f, &fact);
    bool confirms = multiply_confirms(f.tt, &fact);
    refused += !confirms;
    CHECK(!confirms || is_valid(&f, algebra_fact_formula(f.tt, &fact)));
    algebra_fact_clear(&fact);
    arena_reset(f.mem);
  }
  CHECK(found > ROUNDS / 20 && refused > found / 4);
  vec_free(&formulas);
  fixture_clear(&f);
}

static void facts_hold_and_wrong_ones_are_refused(void **unused) {
  (void)unused;
  check_facts(true);
  check_facts(false);
}

// The same product is the same variable, and nothing else is known of it.
static void products_are_left_open(void **unused) {
  (void)unused;
  terms *tt = terms_new();
  sort word = sort_bv(tt, 64);
  term x = term_fresh(tt, "x", word), y = term_fresh(tt, "y", word);
  term product = term_bvmul(tt, x, y), twice = term_bvmul(tt, product, y);
  term open = multiply_leave_open(
      tt, term_and(tt, term_eq_make(tt, product, x),
                   term_eq_make(tt, twice, term_bvadd(tt, product, y))));
  CHECK(!term_has_products(tt, open));
  terms_free(tt);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(facts_hold_and_wrong_ones_are_refused),
      cmocka_unit_test(products_are_left_open),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
