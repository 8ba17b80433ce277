// SPDX-License-Identifier: Apache-2.0
// The interface: groups that change, cuts, directions, models, limits, and
// procedures that are wrong.
#include "checked.h"

#include <string.h>

#include "base/mem.h"
#include "interpolate/procedure.h"

enum { WIDTH = 16 };

static term word(world *w, const char *name) {
  return term_variable(w->tt, name, sort_bv(w->tt, WIDTH));
}

static term number(world *w, uint64_t n) { return term_bv(w->tt, WIDTH, n); }

static term equals(world *w, const char *name, uint64_t n) {
  return term_eq_make(w->tt, word(w, name), number(w, n));
}

// to = from + n
static term adds(world *w, const char *to, const char *from, uint64_t n) {
  return term_eq_make(w->tt, word(w, to),
                      term_bvadd(w->tt, word(w, from), number(w, n)));
}

static void close_world(world *w) {
  world_close(w);
  assert_int_equal(mem_live(), 0);
}

// x0 = 0; x1 = x0 + 1; x2 = x1 + 1; x2 > 100
static uint32_t add_path(world *w, interpolator *ip, term *blocks) {
  blocks[0] = equals(w, "x0", 0);
  blocks[1] = adds(w, "x1", "x0", 1);
  blocks[2] = adds(w, "x2", "x1", 1);
  blocks[3] = term_bvult(w->tt, number(w, 100), word(w, "x2"));
  for (uint32_t i = 0; i < 4; i++)
    itp_assert(ip, itp_add_group(ip), blocks[i]);
  return 4;
}

static void all_procedures_give_sequences(void **state) {
  for (uint32_t p = 0; itp_procedures[p] != NULL; p++) {
    if (itp_procedures[p] == &itp_spacer)
      continue; // not for words
    world w;
    world_open(&w);
    interpolator *ip = itp_new(itp_procedures[p], &w.env, w.tt);
    term blocks[4], out[3];
    uint32_t n = add_path(&w, ip, blocks), cuts[3] = {1, 2, 3};
    CHECK(itp_check(ip, cuts, 3, out) == ITP_FOUND);
    CHECK(check_sequence(&w, &solver_z3, blocks, n, cuts, 3, out) == SMT_UNSAT);
    CHECK(w.stats.itp_queries == 1 && w.stats.itp_failed_checks == 0);
    CHECK(w.stats.itp_interpolants == 3 && w.stats.itp_nodes > 3);
    // Only some of the cuts: what lies between them is one block.
    CHECK(itp_check(ip, cuts + 1, 1, out) == ITP_FOUND);
    CHECK(check_sequence(&w, &solver_z3, blocks, n, cuts + 1, 1, out) ==
          SMT_UNSAT);
    itp_free(ip);
    close_world(&w);
  }
}

// Whatever is not needed for the contradiction has a constant interpolant.
static void cuts_outside_the_core_are_constant(void **state) {
  world w;
  world_open(&w);
  interpolator *ip = itp_new(&itp_auto, &w.env, w.tt);
  term blocks[5] = {equals(&w, "a", 1), equals(&w, "x", 1), equals(&w, "x", 2),
                    equals(&w, "b", 1), adds(&w, "b", "a", 0)};
  for (uint32_t i = 0; i < 5; i++)
    itp_assert(ip, itp_add_group(ip), blocks[i]);
  uint32_t cuts[4] = {1, 2, 3, 4};
  term out[4];
  CHECK(itp_check(ip, cuts, 4, out) == ITP_FOUND);
  CHECK(term_is_true(w.tt, out[0]));
  CHECK(!term_is_value(w.tt, out[1]));
  CHECK(term_is_false(w.tt, out[2]) && term_is_false(w.tt, out[3]));
  itp_free(ip);
  close_world(&w);
}

// As IMC asks: the suffix stays, the start is replaced by the last answer.
static void a_group_is_replaced_again_and_again(void **state) {
  for (uint32_t p = 0; itp_procedures[p] != NULL; p++) {
    if (itp_procedures[p] == &itp_spacer)
      continue; // not for words
    world w;
    world_open(&w);
    interpolator *ip = itp_new(itp_procedures[p], &w.env, w.tt);
    term step = adds(&w, "x1", "x0", 2);
    term odd = term_eq_make(w.tt, term_extract(w.tt, word(&w, "x1"), 0, 0),
                            term_bv(w.tt, 1, 1));
    for (int i = 0; i < 3; i++)
      itp_add_group(ip);
    itp_assert(ip, 1, step);
    itp_assert(ip, 2, odd);
    for (uint64_t start = 0; start < 6; start++) {
      itp_clear_group(ip, 0);
      itp_assert(ip, 0, equals(&w, "x0", start));
      uint32_t cut = 2;
      term out;
      itp_status status = itp_check(ip, &cut, 1, &out);
      if (start % 2 == 1) {
        CHECK(status == ITP_SAT);
        continue;
      }
      term blocks[3] = {equals(&w, "x0", start), step, odd};
      CHECK(status == ITP_FOUND);
      CHECK(check_sequence(&w, &solver_z3, blocks, 3, &cut, 1, &out) ==
            SMT_UNSAT);
    }
    CHECK(w.stats.itp_queries == 6 && w.stats.itp_sat == 3);
    itp_free(ip);
    close_world(&w);
  }
}

// --- procedures that are wrong -----------------------------------------------

static itp_status say_true(void *self, const itp_query *q, term *out,
                           const char **reason) {
  for (uint32_t i = 0; i + 1 < q->count; i++)
    out[i] = term_true(q->tt);
  return ITP_FOUND;
}

static itp_status say_false(void *self, const itp_query *q, term *out,
                            const char **reason) {
  for (uint32_t i = 0; i + 1 < q->count; i++)
    out[i] = term_false(q->tt);
  return ITP_FOUND;
}

// Right but for its vocabulary: the prefix itself.
static itp_status say_prefix(void *self, const itp_query *q, term *out,
                             const char **reason) {
  term all = term_true(q->tt);
  for (uint32_t i = 0; i + 1 < q->count; i++) {
    for (uint32_t k = 0; k < q->blocks[i].formula_count; k++)
      all = term_and(q->tt, all, q->blocks[i].formulas[k]);
    out[i] = all;
  }
  return ITP_FOUND;
}

// Interpolants that are no sequence: x1 = 1, then x2 >= 1.
static itp_status say_loosely(void *self, const itp_query *q, term *out,
                              const char **reason) {
  terms *tt = q->tt;
  sort s = sort_bv(tt, WIDTH);
  if (q->count != 4)
    return ITP_GAVE_UP;
  out[0] = term_bvule(tt, term_variable(tt, "x0", s), term_bv(tt, WIDTH, 98));
  out[1] = term_bvule(tt, term_variable(tt, "x1", s), term_bv(tt, WIDTH, 40));
  out[2] = term_bvule(tt, term_variable(tt, "x2", s), term_bv(tt, WIDTH, 99));
  return ITP_FOUND;
}

static const itp_procedure LIARS[] = {
    {.name = "true", .find = say_true},
    {.name = "false", .find = say_false},
    {.name = "prefix", .find = say_prefix},
    {.name = "loose", .find = say_loosely},
};

static uint32_t liars_first(const itp_query *q, itp_step *steps) {
  for (uint32_t i = 0; i < 4; i++)
    steps[i] = (itp_step){.procedure = &LIARS[i]};
  steps[4] = (itp_step){.procedure = &itp_abstract};
  return 5;
}

static void wrong_candidates_are_counted_and_passed_over(void **state) {
  const itp_procedure schedule = {.name = "liars", .schedule = liars_first};
  world w;
  world_open(&w);
  interpolator *ip = itp_new(&schedule, &w.env, w.tt);
  term blocks[4], out[3];
  add_path(&w, ip, blocks);
  uint32_t cuts[3] = {1, 2, 3};
  CHECK(itp_check(ip, cuts, 3, out) == ITP_FOUND);
  CHECK(w.stats.itp_failed_checks == 4);
  CHECK(strcmp(itp_answered_by(ip), "abstract") == 0);
  itp_free(ip);
  for (uint32_t i = 0; i < 4; i++) {
    ip = itp_new(&LIARS[i], &w.env, w.tt);
    add_path(&w, ip, blocks);
    CHECK(itp_check(ip, cuts, 3, out) == ITP_GAVE_UP);
    CHECK(strstr(itp_reason(ip), LIARS[i].name) != NULL);
    itp_free(ip);
  }
  close_world(&w);
}

// --- limits ------------------------------------------------------------------

static void limits_end_a_query(void **state) {
  for (uint32_t p = 0; itp_procedures[p] != NULL; p++) {
    world w;
    world_open(&w);
    interpolator *ip = itp_new(itp_procedures[p], &w.env, w.tt);
    // A product of two 30-bit primes, sought in words of 64 bits.
    sort s = sort_bv(w.tt, 64);
    term a = term_variable(w.tt, "a", s), b = term_variable(w.tt, "b", s);
    term end = term_bv(w.tt, 64, UINT64_C(1) << 30);
    term one = term_bv(w.tt, 64, 1);
    itp_assert(
        ip, itp_add_group(ip),
        term_and(w.tt, term_bvult(w.tt, a, end), term_bvult(w.tt, one, a)));
    itp_assert(ip, itp_add_group(ip),
               term_and(w.tt, term_bvult(w.tt, b, end),
                        term_and(w.tt, term_bvult(w.tt, a, b),
                                 term_eq_make(w.tt, term_bvmul(w.tt, a, b),
                                              term_bv(w.tt, 64,
                                                      UINT64_C(536870909) *
                                                          268435399 * 3)))));
    limits l = limits_within(&w.env.limits, 0.3);
    itp_set_limits(ip, &l);
    uint32_t cut = 1;
    term out;
    itp_status status = itp_check(ip, &cut, 1, &out);
    CHECK(status != ITP_GAVE_UP || itp_reason(ip)[0] != '\0');
    itp_free(ip);
    close_world(&w);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(all_procedures_give_sequences),
      cmocka_unit_test(cuts_outside_the_core_are_constant),
      cmocka_unit_test(a_group_is_replaced_again_and_again),
      cmocka_unit_test(wrong_candidates_are_counted_and_passed_over),
      cmocka_unit_test(limits_end_a_query),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
