// SPDX-License-Identifier: Apache-2.0
// Relations are found in formulas over bits, and only equivalent ones.
#include "interpolate/words/relations.h"

#include "base/mem.h"
#include "checked.h"

// The truth table of a relation between words of this width, written bit by
// bit: no word is left in it.
enum { WIDTH = 4, VALUES = 1 << WIDTH };

static term bit_is(world *w, term word, uint32_t i, uint32_t number) {
  return term_eq_make(w->tt, term_extract(w->tt, word, i, i),
                      term_bv(w->tt, 1, number >> i & 1u));
}

static term is_number(world *w, term word, uint32_t number) {
  term t = term_true(w->tt);
  for (uint32_t i = 0; i < WIDTH; i += 2) // in pieces, so that it stays bits
    t = term_and(w->tt, t,
                 term_and(w->tt, bit_is(w, word, i, number),
                          bit_is(w, word, i + 1, number)));
  return t;
}

typedef bool (*relation)(uint32_t x, uint32_t y);

static int32_t sign(uint32_t x) {
  return (int32_t)x - (x >= VALUES / 2 ? VALUES : 0);
}
static bool below(uint32_t x, uint32_t y) { return x < y; }
static bool not_below(uint32_t x, uint32_t y) { return x >= y; }
static bool signed_below(uint32_t x, uint32_t y) { return sign(x) < sign(y); }
static bool signed_above(uint32_t x, uint32_t y) { return sign(x) > sign(y); }
static bool sum(uint32_t x, uint32_t y) { return (x + y) % VALUES == 11; }
static bool difference(uint32_t x, uint32_t y) {
  return (x + VALUES - y) % VALUES != 3;
}
static bool bound(uint32_t x, uint32_t y) { return x < 11 && y < VALUES; }
static bool signed_bound(uint32_t x, uint32_t y) {
  return sign(x) >= -3 && y < VALUES;
}
static bool odd(uint32_t x, uint32_t y) { return (x & y) % 3 == 1; }

static term write_out(world *w, relation r) {
  term x = term_variable(w->tt, "x", sort_bv(w->tt, WIDTH));
  term y = term_variable(w->tt, "y", sort_bv(w->tt, WIDTH));
  bool has_y = r != bound && r != signed_bound;
  term all = term_false(w->tt);
  for (uint32_t i = 0; i < VALUES; i++)
    for (uint32_t k = 0; k < (has_y ? VALUES : 1); k++)
      if (r(i, k)) {
        term point = is_number(w, x, i);
        if (has_y)
          point = term_and(w->tt, point, is_number(w, y, k));
        all = term_or(w->tt, all, point);
      }
  return all;
}

static void check(relation r, bool is_simple) {
  world w;
  world_open(&w);
  term t = write_out(&w, r), found = t;
  CHECK(term_dag_size(w.tt, t) > 20);
  itp_find_relations(&w.env, w.tt, &found, 1);
  CHECK((term_dag_size(w.tt, found) <= 6) == is_simple);
  term differ = term_xor(w.tt, t, found);
  CHECK(decide(&w, &solver_z3, &differ, 1) == SMT_UNSAT);
  world_close(&w);
  assert_int_equal(mem_live(), 0);
}

static void relations_are_found(void **state) {
  static const relation ALL[] = {below, not_below,  signed_below, signed_above,
                                 sum,   difference, bound,        signed_bound};
  for (size_t i = 0; i < sizeof ALL / sizeof *ALL; i++)
    check(ALL[i], true);
}

static void others_stay_as_they_are(void **state) { check(odd, false); }

// Parts of a larger formula, and the rest around them.
static void parts_are_replaced(void **state) {
  world w;
  world_open(&w);
  term flag = term_variable(w.tt, "flag", sort_bool(w.tt));
  term t = term_or(w.tt, flag, term_not(w.tt, write_out(&w, below)));
  term found[2] = {t, flag};
  itp_find_relations(&w.env, w.tt, found, 2);
  CHECK(term_dag_size(w.tt, found[0]) <= 6);
  CHECK(term_eq(found[1], flag));
  term differ = term_xor(w.tt, t, found[0]);
  CHECK(decide(&w, &solver_z3, &differ, 1) == SMT_UNSAT);
  world_close(&w);
  assert_int_equal(mem_live(), 0);
}

// What lies between 'x < y' and 'x <= y' becomes one of them; a sum of 32 bits
// is one although its interpolant is large.
static void interpolants_become_relations(void **state) {
  world w;
  world_open(&w);
  terms *tt = w.tt;
  sort word = sort_bv(tt, 32);
  term x = term_variable(tt, "x", word), y = term_variable(tt, "y", word);
  term z = term_variable(tt, "z", word), k = term_variable(tt, "k", word);
  term problems[2][2] = {
      {term_and(tt, term_bvslt(tt, x, k), term_bvsle(tt, k, y)),
       term_bvslt(tt, y, x)},
      {term_eq_make(tt, z, term_bvadd(tt, x, y)),
       term_distinct(tt, y, term_bvsub(tt, z, x))}};
  for (uint32_t i = 0; i < 2; i++) {
    interpolator *ip = itp_new(&itp_proof, &w.env, tt);
    itp_assert(ip, itp_add_group(ip), problems[i][0]);
    itp_assert(ip, itp_add_group(ip), problems[i][1]);
    uint32_t cut = 1;
    term out;
    CHECK(itp_check(ip, &cut, 1, &out) == ITP_FOUND);
    CHECK(term_dag_size(tt, out) <= 6);
    CHECK(check_sequence(&w, &solver_z3, problems[i], 2, &cut, 1, &out) ==
          SMT_UNSAT);
    itp_free(ip);
  }
  world_close(&w);
  assert_int_equal(mem_live(), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(relations_are_found),
      cmocka_unit_test(others_stay_as_they_are),
      cmocka_unit_test(parts_are_replaced),
      cmocka_unit_test(interpolants_become_relations),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
