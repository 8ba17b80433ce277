// SPDX-License-Identifier: Apache-2.0
// The table, the normal forms that others rely on, walking, substitution and
// evaluation.
#include <string.h>

#include "base/mem.h"
#include "num/bvop.h"
#include "term/eval.h"
#include "term/subst.h"
#include "term/walk.h"
#include "unit.h"

static void terms_are_shared_and_ordered(void **state) {
  terms *tt = terms_new();
  sort s = sort_bv(tt, 32);
  term x = term_variable(tt, "x", s), y = term_variable(tt, "y", s);
  CHECK(term_eq(x, term_variable(tt, "x", s)));
  CHECK(!term_eq(x, term_variable(tt, "x", sort_bv(tt, 31))));
  CHECK(term_eq(term_bvadd(tt, x, y), term_bvadd(tt, y, x)));
  CHECK(term_eq(term_bv(tt, 100, 7), term_bv(tt, 100, 7)));
  CHECK(!term_eq(term_bv(tt, 32, 7), term_bv(tt, 33, 7)));
  CHECK(sort_eq(sort_bv(tt, 500), sort_bv(tt, 500)));
  CHECK(sort_eq(sort_array(tt, s, sort_int(tt)),
                sort_array(tt, s, sort_int(tt))));
  term sum = term_bvadd(tt, x, y);
  CHECK(sum.id > x.id && sum.id > y.id && sum.id < terms_count(tt));
  CHECK(term_arity(tt, sum) == 2 && term_width(tt, sum) == 32);
  term e = term_extract(tt, x, 9, 2);
  CHECK(term_param(tt, e, 0) == 9 && term_param(tt, e, 1) == 2);
  terms_free(tt);
}

static void fresh_variables_are_new(void **state) {
  terms *tt = terms_new();
  sort s = sort_bool(tt);
  term_variable(tt, "k!0", s);
  term_variable(tt, "k!1", sort_int(tt));
  term a = term_fresh(tt, "k", s), b = term_fresh(tt, "k", s);
  CHECK(!term_eq(a, b));
  CHECK(strcmp(term_name(tt, a), "k!2") == 0);
  CHECK(strcmp(term_symbol(tt, b), "k!3") == 0);
  term odd = term_fresh(tt, "a\\b|c", s); // no symbol can be called so
  CHECK(strcmp(term_symbol(tt, odd), "a/b/c!4") == 0);
  terms_free(tt);
}

// Nothing is folded, nothing is sorted.
static void a_plain_table_builds_what_it_is_told(void **state) {
  terms *tt = terms_new();
  terms_set_simplify(tt, false);
  term x = term_variable(tt, "x", sort_bv(tt, 8)), k = term_bv(tt, 8, 1);
  term p = term_variable(tt, "p", sort_bool(tt));
  term sum = term_bvadd(tt, k, k);
  CHECK(term_get_kind(tt, sum) == TERM_BVADD);
  CHECK(term_get_kind(tt, term_bvsub(tt, x, x)) == TERM_BVADD);
  CHECK(term_get_kind(tt, term_eq_make(tt, x, x)) == TERM_EQ);
  term swapped = term_bvadd(tt, k, x);
  CHECK(term_eq(term_arg(tt, swapped, 0), k));
  CHECK(term_is_true(tt, term_and_n(tt, NULL, 0)));
  CHECK(term_is_false(tt, term_or_n(tt, NULL, 0)));
  CHECK(term_eq(term_and_n(tt, &p, 1), p));
  term twice[] = {p, p, term_true(tt)};
  CHECK(term_arity(tt, term_and_n(tt, twice, 3)) == 3);
  CHECK(term_get_kind(tt, term_not(tt, term_not(tt, p))) == TERM_NOT);
  CHECK(term_get_kind(tt, term_ite(tt, p, x, x)) == TERM_ITE);
  CHECK(term_get_kind(tt, term_extract(tt, x, 7, 0)) == TERM_EXTRACT);
  terms_free(tt);
}

typedef struct {
  terms *tt;
  term p, q, x, y, c, d; // two Booleans, two words, two bytes
} world;

static world world_new(void) {
  terms *tt = terms_new();
  sort b = sort_bool(tt), w = sort_bv(tt, 32), s = sort_bv(tt, 8);
  return (world){tt,
                 term_variable(tt, "p", b),
                 term_variable(tt, "q", b),
                 term_variable(tt, "x", w),
                 term_variable(tt, "y", w),
                 term_variable(tt, "c", s),
                 term_variable(tt, "d", s)};
}

static term word(const world *w, int64_t n) {
  return term_bv(w->tt, 32, (uint64_t)n);
}

static term bit(const world *w, term condition) {
  return term_ite(w->tt, condition, term_bv(w->tt, 1, 1), term_bv(w->tt, 1, 0));
}

// What clang makes of C's conditions: a comparison, extended to int, compared
// with zero, negated, and so on.
static void c_conditions_fall_back_to_booleans(void **state) {
  world w = world_new();
  terms *tt = w.tt;
  term b = bit(&w, w.p);
  term i = term_zero_extend(tt, b, 31);
  CHECK(term_eq(term_distinct(tt, i, word(&w, 0)), w.p));
  CHECK(term_eq(term_eq_make(tt, i, word(&w, 1)), w.p));
  CHECK(term_eq(term_eq_make(tt, i, word(&w, 0)), term_not(tt, w.p)));
  CHECK(term_is_false(tt, term_eq_make(tt, i, word(&w, 2))));
  CHECK(term_eq(term_extract(tt, i, 0, 0), b));
  CHECK(term_eq(term_eq_make(tt, b, term_bv(tt, 1, 1)), w.p));
  term inverted = term_bvxor(tt, b, term_bv(tt, 1, 1));
  CHECK(term_eq(inverted, bit(&w, term_not(tt, w.p))));
  term both = term_bvand(tt, b, bit(&w, w.q));
  CHECK(term_eq(term_eq_make(tt, both, term_bv(tt, 1, 1)),
                term_and(tt, w.p, w.q)));
  CHECK(term_eq(term_bvsle(tt, word(&w, 1), i), w.p));
  CHECK(term_eq(term_bvslt(tt, i, word(&w, 1)), term_not(tt, w.p)));
  CHECK(term_eq(term_bvult(tt, word(&w, 0), i), w.p));
  term sum = term_bvadd(tt, i, word(&w, 41));
  CHECK(term_eq(term_eq_make(tt, sum, word(&w, 42)), w.p));
  term sign = term_sign_extend(tt, b, 31);
  CHECK(term_eq(term_bvslt(tt, sign, word(&w, 0)), w.p));
  // a variable of one bit, too
  term v = term_variable(tt, "v", sort_bv(tt, 1));
  term wide = term_zero_extend(tt, v, 31);
  term is_set = term_eq_make(tt, v, term_bv(tt, 1, 1));
  CHECK(term_eq(term_distinct(tt, wide, word(&w, 0)), is_set));
  CHECK(term_eq(term_eq_make(tt, wide, word(&w, 0)), term_not(tt, is_set)));
  terms_free(tt);
}

// C computes on bytes in 32 bits.
static void bytes_stay_bytes(void **state) {
  world w = world_new();
  terms *tt = w.tt;
  term c = term_zero_extend(tt, w.c, 24), d = term_zero_extend(tt, w.d, 24);
  term s = term_sign_extend(tt, w.c, 24);
  CHECK(term_eq(term_extract(tt, c, 7, 0), w.c));
  CHECK(term_eq(term_extract(tt, s, 7, 0), w.c));
  CHECK(term_eq(term_extract(tt, term_bvadd(tt, c, d), 7, 0),
                term_bvadd(tt, w.c, w.d)));
  CHECK(term_eq(term_extract(tt, term_bvadd(tt, s, word(&w, 1)), 7, 0),
                term_bvadd(tt, w.c, term_bv(tt, 8, 1))));
  CHECK(term_eq(term_eq_make(tt, c, d), term_eq_make(tt, w.c, w.d)));
  CHECK(term_eq(term_bvslt(tt, c, d), term_bvult(tt, w.c, w.d)));
  CHECK(term_eq(term_bvslt(tt, c, word(&w, 10)),
                term_bvult(tt, w.c, term_bv(tt, 8, 10))));
  CHECK(term_is_true(tt, term_bvslt(tt, c, word(&w, 256))));
  CHECK(term_is_false(tt, term_bvslt(tt, c, word(&w, 0))));
  CHECK(term_is_false(tt, term_eq_make(tt, c, word(&w, -1))));
  CHECK(term_eq(term_bvslt(tt, s, word(&w, -5)),
                term_bvslt(tt, w.c, term_bv(tt, 8, 0xfb))));
  CHECK(term_eq(term_bvand(tt, w.x, word(&w, 255)),
                term_zero_extend(tt, term_extract(tt, w.x, 7, 0), 24)));
  CHECK(term_eq(term_bvurem(tt, w.x, word(&w, 256)),
                term_bvand(tt, w.x, word(&w, 255))));
  CHECK(term_eq(term_concat(tt, term_extract(tt, w.x, 31, 8),
                            term_extract(tt, w.x, 7, 0)),
                w.x));
  terms_free(tt);
}

static void arithmetic_meets_its_constants(void **state) {
  world w = world_new();
  terms *tt = w.tt;
  term one = word(&w, 1), x1 = term_bvadd(tt, w.x, one);
  CHECK(term_eq(term_bvsub(tt, x1, one), w.x));
  CHECK(term_eq(term_bvadd(tt, term_bvadd(tt, x1, w.y), word(&w, -1)),
                term_bvadd(tt, w.x, w.y)));
  CHECK(term_eq(term_bvsub(tt, w.x, w.x), word(&w, 0)));
  CHECK(term_eq(term_bvsub(tt, term_bvadd(tt, w.x, w.y), w.x), w.y));
  CHECK(term_eq(term_eq_make(tt, x1, word(&w, 5)),
                term_eq_make(tt, w.x, word(&w, 4))));
  CHECK(term_is_false(tt, term_eq_make(tt, x1, w.x)));
  CHECK(term_eq(term_eq_make(tt, term_bvsub(tt, w.x, w.y), word(&w, 0)),
                term_eq_make(tt, w.x, w.y)));
  CHECK(term_eq(term_bvmul(tt, x1, word(&w, 4)),
                term_bvadd(tt, term_bvshl(tt, w.x, word(&w, 2)), word(&w, 4))));
  CHECK(term_eq(term_bvadd(tt, w.x, w.x), term_bvmul(tt, word(&w, 2), w.x)));
  CHECK(term_is_false(tt, term_bvult(tt, w.x, word(&w, 0))));
  CHECK(term_eq(term_bvult(tt, w.x, one), term_eq_make(tt, w.x, word(&w, 0))));
  CHECK(term_is_true(tt, term_bvsle(tt, w.x, word(&w, INT32_MAX))));
  CHECK(term_eq(term_not(tt, term_bvslt(tt, w.x, w.y)),
                term_bvsle(tt, w.y, w.x)));
  CHECK(term_eq(term_bvsle(tt, w.x, word(&w, 9)),
                term_bvslt(tt, w.x, word(&w, 10))));
  terms_free(tt);
}

static void choices_collapse(void **state) {
  world w = world_new();
  terms *tt = w.tt;
  term k = term_ite(tt, w.p, word(&w, 3), word(&w, 4));
  CHECK(term_eq(term_eq_make(tt, k, word(&w, 3)), w.p));
  CHECK(term_is_false(tt, term_eq_make(tt, k, word(&w, 5))));
  CHECK(term_is_true(tt, term_bvult(tt, k, word(&w, 5))));
  CHECK(term_eq(term_bvult(tt, k, word(&w, 4)), w.p));
  term nested = term_ite(tt, w.q, word(&w, 7), k);
  CHECK(term_eq(term_eq_make(tt, nested, word(&w, 7)), w.q));
  CHECK(term_eq(term_eq_make(tt, nested, word(&w, 3)),
                term_and(tt, term_not(tt, w.q), w.p)));
  CHECK(
      term_eq(term_ite(tt, w.p, k, w.x), term_ite(tt, w.p, word(&w, 3), w.x)));
  CHECK(term_eq(term_ite(tt, term_not(tt, w.p), w.x, w.y),
                term_ite(tt, w.p, w.y, w.x)));
  CHECK(term_eq(term_ite(tt, w.p, w.x, term_ite(tt, w.q, w.x, w.y)),
                term_ite(tt, term_or(tt, w.p, w.q), w.x, w.y)));
  term x3 = term_eq_make(tt, w.x, word(&w, 3));
  term x4 = term_eq_make(tt, w.x, word(&w, 4));
  CHECK(term_is_false(tt, term_and(tt, x3, x4)));
  CHECK(term_eq(term_and(tt, x3, term_not(tt, x4)), x3));
  CHECK(term_eq(term_or(tt, w.p, term_and(tt, w.p, w.q)), w.p));
  CHECK(term_eq(term_and(tt, w.p, term_or(tt, term_not(tt, w.p), w.q)),
                term_and(tt, w.p, w.q)));
  terms_free(tt);
}

static void arrays_are_looked_through(void **state) {
  world w = world_new();
  terms *tt = w.tt;
  sort s = sort_array(tt, sort_bv(tt, 32), sort_bv(tt, 8));
  term a = term_variable(tt, "a", s), b = a;
  for (int64_t i = 0; i < 500; i++)
    b = term_store(tt, b, word(&w, i), term_bv(tt, 8, (uint64_t)i));
  CHECK(term_eq(term_select(tt, b, word(&w, 7)), term_bv(tt, 8, 7)));
  CHECK(term_eq(term_select(tt, b, word(&w, 999)),
                term_select(tt, a, word(&w, 999))));
  term x1 = term_bvadd(tt, w.x, word(&w, 1));
  term c = term_store(tt, a, x1, w.c);
  CHECK(term_eq(term_select(tt, c, w.x), term_select(tt, a, w.x)));
  CHECK(term_eq(term_select(tt, c, x1), w.c));
  CHECK(term_get_kind(tt, term_select(tt, c, w.y)) == TERM_SELECT);
  CHECK(term_eq(term_store(tt, c, x1, w.d), term_store(tt, a, x1, w.d)));
  CHECK(term_eq(term_store(tt, a, w.x, term_select(tt, a, w.x)), a));
  terms_free(tt);
}

static void walks_deliver_what_is_new(void **state) {
  world w = world_new();
  terms *tt = w.tt;
  term sum = term_bvadd(tt, w.x, w.y), less = term_bvult(tt, sum, w.y);
  term_set seen = {0};
  term_vec out = {0};
  term_postorder(tt, &sum, 1, &seen, &out);
  CHECK(out.len == 3 && term_eq(out.data[2], sum));
  term roots[] = {less, sum};
  term_postorder(tt, roots, 2, &seen, &out);
  CHECK(out.len == 4 && term_eq(out.data[3], less));
  CHECK(term_set_has(&seen, w.x) && !term_set_has(&seen, w.c));
  term_set_clear(&seen);
  vec_clear(&out);
  term_variables(tt, roots, 2, &seen, &out);
  CHECK(out.len == 2);
  CHECK(term_dag_size(tt, less) == 4);
  vec_free(&out);
  term_set_free(&seen);
  terms_free(tt);
}

static term shift_variable(void *data, term variable) {
  const world *w = data;
  return term_eq(variable, w->x) ? w->y : TERM_NONE;
}

static void substitution_is_simultaneous(void **state) {
  world w = world_new();
  terms *tt = w.tt;
  subst *s = subst_new(tt);
  term t = term_bvudiv(tt, w.x, w.y);
  subst_bind(s, w.x, w.y);
  subst_bind(s, w.y, w.x);
  CHECK(term_eq(subst_apply(s, t), term_bvudiv(tt, w.y, w.x)));
  subst_clear(s);
  CHECK(term_eq(subst_apply(s, t), t));
  subst_clear(s);
  subst_set_lookup(s, shift_variable, &w);
  CHECK(term_eq(subst_apply(s, t), term_bvudiv(tt, w.y, w.y)));
  subst_free(s);
  terms_free(tt);
}

static void values_and_terms_are_substituted_too(void **state) {
  world w = world_new();
  terms *tt = w.tt;
  subst *s = subst_new(tt);
  term five = term_bv(tt, 32, 5), product = term_bvmul(tt, w.x, w.y);
  term t = term_bvudiv(tt, product, term_bvurem(tt, w.y, five));
  subst_bind(s, five, w.x);
  subst_bind(s, product, five);
  CHECK(term_eq(subst_apply(s, t),
                term_bvudiv(tt, five, term_bvurem(tt, w.y, w.x))));
  subst_clear(s); // values stay again
  CHECK(term_eq(subst_apply(s, t), t));
  subst_free(s);
  terms_free(tt);
}

// The branch that the new condition excludes is not built.
static void substitution_builds_no_dead_code(void **state) {
  world w = world_new();
  terms *tt = w.tt;
  term dead = term_bvmul(tt, w.x, term_bvudiv(tt, w.x, w.y));
  term t = term_ite(tt, w.p, w.y, dead);
  term u = term_and(tt, w.p, term_eq_make(tt, dead, w.y));
  term fresh = term_variable(tt, "fresh", sort_bv(tt, 32));
  subst *s = subst_new(tt);
  subst_bind(s, w.x, fresh);
  subst_bind(s, w.p, term_true(tt));
  uint32_t before = terms_count(tt);
  CHECK(term_eq(subst_apply(s, t), w.y));
  subst_clear(s);
  subst_bind(s, w.x, fresh);
  subst_bind(s, w.p, term_false(tt));
  CHECK(term_is_false(tt, subst_apply(s, u)));
  CHECK(terms_count(tt) == before);
  subst_free(s);
  terms_free(tt);
}

static void evaluation_follows_assignments(void **state) {
  world w = world_new();
  terms *tt = w.tt;
  evaluator *e = eval_new(tt);
  term sum = term_bvadd(tt, w.x, w.y);
  CHECK(eval_get(e, w.x).kind == VALUE_NONE);
  CHECK(value_get_u64(eval_term(e, sum)) == 0);
  for (uint64_t i = 0; i < 1000; i++) {
    eval_forget(e);
    eval_set(e, w.x, value_bv(32, i));
    CHECK(value_get_u64(eval_term(e, sum)) == i);
  }
  CHECK(value_get_u64(eval_get(e, w.x)) == 999);
  eval_free(e);
  terms_free(tt);
}

// x, y := y, x with values too large to be inline, again and again.
static void large_values_survive_a_swap(void **state) {
  terms *tt = terms_new();
  arena *mem = arena_new();
  term x = term_variable(tt, "x", sort_bv(tt, 200));
  term y = term_variable(tt, "y", sort_bv(tt, 200));
  sort s = sort_array(tt, sort_int(tt), sort_int(tt));
  term a = term_variable(tt, "a", s), i = term_variable(tt, "i", sort_int(tt));
  term more = term_store(tt, a, i, term_add(tt, i, i));
  term sum = term_bvadd(tt, x, y);
  evaluator *e = eval_new(tt);
  eval_set(e, x, bvop_zero_extend(mem, value_bv(64, 1), 136));
  eval_set(e, y, bvop_zero_extend(mem, value_bv(64, 2), 136));
  for (int64_t round = 0; round < 100; round++) {
    eval_set(e, i, value_int(round));
    value vx = eval_term(e, sum), vy = eval_term(e, x);
    value va = eval_term(e, more);
    eval_forget(e);
    eval_set(e, x, vx);
    eval_set(e, y, vy);
    eval_set(e, a, va);
  }
  value array = eval_get(e, a);
  for (int64_t k = 0; k < 100; k++)
    CHECK(
        value_equal(value_array_select(array, value_int(k)), value_int(2 * k)));
  eval_free(e);
  arena_free(mem);
  terms_free(tt);
}

static void nothing_is_left_behind(void **state) { CHECK(mem_live() == 0); }

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(terms_are_shared_and_ordered),
      cmocka_unit_test(fresh_variables_are_new),
      cmocka_unit_test(a_plain_table_builds_what_it_is_told),
      cmocka_unit_test(c_conditions_fall_back_to_booleans),
      cmocka_unit_test(bytes_stay_bytes),
      cmocka_unit_test(arithmetic_meets_its_constants),
      cmocka_unit_test(choices_collapse),
      cmocka_unit_test(arrays_are_looked_through),
      cmocka_unit_test(walks_deliver_what_is_new),
      cmocka_unit_test(substitution_is_simultaneous),
      cmocka_unit_test(values_and_terms_are_substituted_too),
      cmocka_unit_test(substitution_builds_no_dead_code),
      cmocka_unit_test(evaluation_follows_assignments),
      cmocka_unit_test(large_values_survive_a_swap),
      cmocka_unit_test(nothing_is_left_behind),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
