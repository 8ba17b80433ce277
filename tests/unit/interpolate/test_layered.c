// SPDX-License-Identifier: Apache-2.0
// Bit-vectors read as integers and back, against evaluation.
#include "interpolate/layered/layered.h"

#include "base/mem.h"
#include "term/eval.h"
#include "unit.h"

enum { WIDTH = 3, SIDE = 1 << WIDTH };

typedef struct {
  terms *tt;
  term x, y, flag;
  itp_reading reading;
} fixture;

static void open_fixture(fixture *f) {
  f->tt = terms_new();
  f->x = term_variable(f->tt, "x", sort_bv(f->tt, WIDTH));
  f->y = term_variable(f->tt, "y", sort_bv(f->tt, WIDTH));
  f->flag = term_variable(f->tt, "flag", sort_bool(f->tt));
  itp_reading_init(&f->reading, f->tt);
}

static void close_fixture(fixture *f) {
  itp_reading_free(&f->reading);
  terms_free(f->tt);
  assert_int_equal(mem_live(), 0);
}

static int64_t as_integer(fixture *f, term v, uint64_t bits) {
  bool is_signed = itp_reading_view(&f->reading, v) == VIEW_SIGNED;
  return is_signed && bits >= SIDE / 2 ? (int64_t)bits - SIDE : (int64_t)bits;
}

// Gives both worlds the same state.
static void set_state(fixture *f, evaluator *e, uint64_t x, uint64_t y,
                      bool flag) {
  eval_forget(e);
  eval_set(e, f->x, value_bv(WIDTH, x));
  eval_set(e, f->y, value_bv(WIDTH, y));
  eval_set(e, itp_reading_variable(&f->reading, f->x),
           value_int(as_integer(f, f->x, x)));
  eval_set(e, itp_reading_variable(&f->reading, f->y),
           value_int(as_integer(f, f->y, y)));
  eval_set(e, f->flag, value_bool(flag));
}

// In how many of all states do two formulas differ?
static uint32_t differences(fixture *f, term a, term b) {
  uint32_t count = 0;
  evaluator *e = eval_new(f->tt);
  for (uint64_t i = 0; i < 2 * SIDE * SIDE; i++) {
    set_state(f, e, i % SIDE, i / SIDE % SIDE, i / SIDE / SIDE != 0);
    count += eval_is_true(e, a) != eval_is_true(e, b) ? 1 : 0;
  }
  eval_free(e);
  return count;
}

enum { FORMULAS = 20 };

// Formulas that do not add, multiply or cut off.
static void make_formulas(const fixture *f, term *out) {
  terms *tt = f->tt;
  term low = term_zero_extend(tt, term_extract(tt, f->x, 1, 0), 1);
  term one = term_bv(tt, WIDTH, 1), three = term_bv(tt, WIDTH, 3);
  term five = term_bv(tt, WIDTH, 5), wide = term_sign_extend(tt, f->y, 2);
  term all[FORMULAS] = {
      term_bvult(tt, f->x, f->y),
      term_bvsle(tt, f->x, f->y),
      term_eq_make(tt, f->x, five),
      term_eq_make(tt, f->x, f->y),
      term_bvslt(tt, term_bvnot(tt, f->x), f->y),
      term_bvult(tt, term_bvnot(tt, f->x), f->y),
      term_eq_make(tt, term_bvnot(tt, f->x), f->y),
      term_bvule(tt, low, f->y),
      term_bvule(tt, term_bvand(tt, f->x, three), f->y),
      term_bvult(tt, term_bvlshr(tt, f->x, one), f->y),
      term_bvslt(tt, term_bvashr(tt, f->x, one), f->y),
      term_bvult(tt, term_bvudiv(tt, f->x, three), f->y),
      term_eq_make(tt, term_bvurem(tt, f->x, three), f->y),
      term_eq_make(tt, term_bvsdiv(tt, f->x, three), f->y),
      term_eq_make(tt, term_bvsrem(tt, f->x, three), f->y),
      term_bvslt(tt, term_sign_extend(tt, f->x, 2), wide),
      term_bvult(tt, term_zero_extend(tt, f->x, 2), wide),
      term_bvult(tt, term_concat(tt, f->x, term_extract(tt, f->y, 1, 0)),
                 term_zero_extend(tt, f->y, 2)),
      term_bvult(tt, term_ite(tt, f->flag, f->x, f->y), three),
      term_implies(tt, f->flag, term_bvslt(tt, f->x, f->y)),
  };
  for (uint32_t i = 0; i < FORMULAS; i++)
    out[i] = all[i];
}

// They mean the same over integers, whatever the views are: those that the
// formula suggests, those that all formulas together suggest, both for ties.
static void reading_is_exact_without_overflow(void **state) {
  for (uint32_t i = 0; i < FORMULAS; i++)
    for (int together = 0; together < 2; together++)
      for (int tie = 0; tie < 2; tie++) {
        fixture f;
        open_fixture(&f);
        term all[FORMULAS];
        make_formulas(&f, all);
        itp_reading_add(&f.reading, together ? all : all + i,
                        together ? FORMULAS : 1);
        itp_reading_set_tie(&f.reading, tie ? VIEW_SIGNED : VIEW_UNSIGNED);
        term t = itp_reading_formula(&f.reading, all[i]);
        CHECK(!term_is_none(t));
        assert_int_equal(differences(&f, all[i], t), 0);
        close_fixture(&f);
      }
}

static uint64_t random_state = 1;

static uint32_t pick(uint32_t n) {
  random_state = random_state * UINT64_C(6364136223846793005) + 99991;
  return (uint32_t)(random_state >> 33) % n;
}

static term random_integer(fixture *f, int depth) {
  terms *tt = f->tt;
  term x = itp_reading_variable(&f->reading, pick(2) ? f->x : f->y);
  if (depth == 0)
    return pick(3) == 0 ? term_int(tt, (int64_t)pick(20) - 10) : x;
  term a = random_integer(f, depth - 1), b = random_integer(f, depth - 1);
  switch (pick(7)) {
  case 0:
    return term_sub(tt, a, b);
  case 1:
    return term_mul(tt, term_int(tt, (int64_t)pick(7) - 3), a);
  case 2:
    return term_int_mod(tt, a, term_int(tt, 1 + (int64_t)pick(8)));
  case 3:
    return term_int_div(tt, a, term_int(tt, 1 + (int64_t)pick(8)));
  case 4:
    return term_ite(tt, term_le(tt, a, b), a, f->flag.id % 2 ? b : x);
  case 5:
    return term_neg(tt, a);
  default:
    return term_add(tt, a, b);
  }
}

static term random_formula(fixture *f) {
  term a = random_integer(f, 2), b = random_integer(f, 2);
  term atom = pick(3) == 0   ? term_eq_make(f->tt, a, b)
              : pick(2) == 0 ? term_le(f->tt, a, b)
                             : term_lt(f->tt, a, b);
  return pick(3) == 0 ? term_or(f->tt, f->flag, atom) : atom;
}

static void exact_words_mean_the_integers(void **state) {
  for (uint32_t round = 0; round < 400; round++) {
    fixture f;
    open_fixture(&f);
    itp_reading_set_tie(&f.reading,
                        round % 2 == 0 ? VIEW_SIGNED : VIEW_UNSIGNED);
    term t = random_formula(&f);
    term back = itp_reading_back(&f.reading, t, BACK_EXACT);
    CHECK(!term_is_none(back));
    assert_int_equal(differences(&f, t, back), 0);
    // The natural form may be wrong, but it is over the same variables.
    CHECK(!term_is_none(itp_reading_back(&f.reading, t, BACK_NATURAL)));
    close_fixture(&f);
  }
}

static void natural_order_cannot_wrap(void **state) {
  for (int tie = 0; tie < 2; tie++) {
    fixture f;
    open_fixture(&f);
    itp_reading_set_tie(&f.reading, tie == 0 ? VIEW_SIGNED : VIEW_UNSIGNED);
    term x = itp_reading_variable(&f.reading, f.x);
    term y = itp_reading_variable(&f.reading, f.y);
    term difference = term_sub(f.tt, x, y);
    term less = term_le(f.tt, difference, term_int(f.tt, -1));
    term back = itp_reading_back(&f.reading, less, BACK_NATURAL);
    term wanted =
        tie == 0 ? term_bvslt(f.tt, f.x, f.y) : term_bvult(f.tt, f.x, f.y);
    CHECK(term_eq(back, wanted));
    close_fixture(&f);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reading_is_exact_without_overflow),
      cmocka_unit_test(exact_words_mean_the_integers),
      cmocka_unit_test(natural_order_cannot_wrap),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
