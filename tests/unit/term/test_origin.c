// SPDX-License-Identifier: Apache-2.0
// Notes of what terms are the result of.
#include "term/origin.h"

#include "base/mem.h"
#include "term/subst.h"
#include "term/walk.h"
#include "unit.h"

typedef struct {
  terms *tt;
  term a, b, sum; // noted: a float operation of a and b
} fixture;

static const term_origin ADD = {
    .op = ORIGIN_FLOAT_ADD, .mode = 2, .arity = 2, .from = {3, 5}};

static void set_up(fixture *f) {
  *f = (fixture){.tt = terms_new()};
  f->a = term_variable(f->tt, "a", sort_bv(f->tt, 8));
  f->b = term_variable(f->tt, "b", sort_bv(f->tt, 8));
  f->sum = term_bvadd(f->tt, f->a, f->b);
  term_origin o = ADD;
  o.args[0] = f->a;
  o.args[1] = f->b;
  term_note_origin(f->tt, f->sum, &o);
}

static void check(const terms *tt, term t, term a, term b) {
  const term_origin *o = term_get_origin(tt, t);
  assert_non_null(o);
  CHECK(o->op == ADD.op && o->mode == ADD.mode && o->arity == 2);
  CHECK(o->from.exponent == 3 && o->from.precision == 5);
  CHECK(term_eq(o->args[0], a) && term_eq(o->args[1], b));
}

static void terms_are_noted_once(void **state) {
  fixture f;
  set_up(&f);
  term_origin o = ADD;
  o.op = ORIGIN_FLOAT_MUL;
  o.args[0] = f.b;
  o.args[1] = f.a;
  term_note_origin(f.tt, f.sum, &o);
  check(f.tt, f.sum, f.a, f.b);
  term_note_origin(f.tt, f.a, &o);                 // a variable
  term_note_origin(f.tt, term_bv(f.tt, 8, 1), &o); // a value
  term older = term_bvmul(f.tt, f.a, f.b);
  o.args[0] = term_bvsub(f.tt, f.a, f.b); // newer than 'older'
  term_note_origin(f.tt, older, &o);
  CHECK(!term_get_origin(f.tt, f.a) && !term_get_origin(f.tt, older));
  CHECK(!term_get_origin(f.tt, term_bv(f.tt, 8, 1)));
  terms_free(f.tt);
  assert_int_equal(mem_live(), 0);
}

static void substitution_keeps_notes(void **state) {
  fixture f;
  set_up(&f);
  term c = term_variable(f.tt, "c", sort_bv(f.tt, 8));
  subst *s = subst_new(f.tt);
  subst_bind(s, f.a, c);
  term below = term_bvult(f.tt, f.sum, f.b);
  term image = subst_apply(s, below);
  check(f.tt, term_arg(f.tt, image, 0), c, f.b);
  check(f.tt, f.sum, f.a, f.b);
  subst_free(s);
  terms_free(f.tt);
  assert_int_equal(mem_live(), 0);
}

static void copies_keep_notes(void **state) {
  fixture f;
  set_up(&f);
  terms *other = terms_new();
  term_variable(other, "first", sort_bv(other, 8)); // so that ids differ
  term_copier *c = term_copier_new(f.tt, other);
  term copy = term_copier_copy(c, f.sum);
  check(other, copy, term_copier_copy(c, f.a), term_copier_copy(c, f.b));
  term_copier_free(c);
  terms_free(other);
  terms_free(f.tt);
  assert_int_equal(mem_live(), 0);
}

// A walk by origins does not go into the term itself.
static void origins_are_followed(void **state) {
  fixture f;
  set_up(&f);
  term c = term_variable(f.tt, "c", sort_bv(f.tt, 8));
  term circuit = term_bvmul(f.tt, term_bvnot(f.tt, c), f.sum);
  term_origin o = ADD;
  o.args[0] = f.a;
  o.args[1] = c;
  term_note_origin(f.tt, circuit, &o);
  term_set seen = {0};
  term_vec found = {0};
  term_origins_first(f.tt, &circuit, 1, &seen, &found);
  assert_int_equal(found.len, 3);
  CHECK(term_eq(found.data[0], f.a) && term_eq(found.data[1], c));
  CHECK(term_eq(found.data[2], circuit));
  vec_free(&found);
  term_set_free(&seen);
  terms_free(f.tt);
  assert_int_equal(mem_live(), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(terms_are_noted_once),
      cmocka_unit_test(substitution_keeps_notes),
      cmocka_unit_test(copies_keep_notes),
      cmocka_unit_test(origins_are_followed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
