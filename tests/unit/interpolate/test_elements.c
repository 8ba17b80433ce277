// SPDX-License-Identifier: Apache-2.0
// Interpolants of unrollings with arrays: whatever is contradictory over few
// indices has some from 'proof', and they are checked by Z3.
#include "checked.h"

#include <stdio.h>

#include "base/mem.h"

enum { INDEX_BITS = 3, ELEMENT_BITS = 2, MAX_STEPS = 5 };

typedef struct {
  world w;
  uint64_t random;
  term blocks[MAX_STEPS + 2];
  uint32_t count;
} problem;

static uint32_t pick(problem *p, uint32_t n) {
  p->random = p->random * UINT64_C(6364136223846793005) + 1442695040888963407u;
  return (uint32_t)(p->random >> 33) % n;
}

static term variable(problem *p, char name, uint32_t frame, sort s) {
  char text[16];
  snprintf(text, sizeof text, "%c%u", name, frame);
  return term_variable(p->w.tt, text, s);
}

static term array(problem *p, uint32_t frame) {
  terms *tt = p->w.tt;
  return variable(
      p, 'a', frame,
      sort_array(tt, sort_bv(tt, INDEX_BITS), sort_bv(tt, ELEMENT_BITS)));
}

static term index_at(problem *p, char name, uint32_t frame) {
  return variable(p, name, frame, sort_bv(p->w.tt, INDEX_BITS));
}

static term some_index(problem *p, uint32_t frame) {
  switch (pick(p, 4)) {
  case 0: // behind a pointer that no step changes
    return term_bvadd(p->w.tt, index_at(p, 'g', 0),
                      term_bv(p->w.tt, INDEX_BITS, pick(p, 4)));
  case 1:
    return term_bv(p->w.tt, INDEX_BITS, pick(p, 1u << INDEX_BITS));
  case 2:
    return index_at(p, 'i', frame);
  default:
    return index_at(p, 'j', frame);
  }
}

static term some_element(problem *p, uint32_t frame) {
  if (pick(p, 2) == 0)
    return term_bv(p->w.tt, ELEMENT_BITS, pick(p, 1u << ELEMENT_BITS));
  return term_select(p->w.tt, array(p, frame), some_index(p, frame));
}

static term some_claim(problem *p, uint32_t frame) {
  terms *tt = p->w.tt;
  term t =
      pick(p, 3) == 0
          ? term_eq_make(tt, index_at(p, 'i', frame), some_index(p, frame))
          : term_eq_make(tt, some_element(p, frame), some_element(p, frame));
  return pick(p, 4) == 0 ? term_not(tt, t) : t;
}

static term some_array(problem *p, uint32_t frame) {
  terms *tt = p->w.tt;
  term a = array(p, frame);
  term stored = term_store(tt, a, some_index(p, frame), some_element(p, frame));
  switch (pick(p, 5)) {
  case 0:
    return a;
  case 1:
    return term_ite(tt, some_claim(p, frame), a, stored);
  case 2:
    return term_store(tt, stored, some_index(p, frame), some_element(p, frame));
  case 3:
    if (pick(p, 4) == 0)
      return term_const_array(tt, term_sort(tt, a), some_element(p, frame));
    return stored;
  default:
    return stored;
  }
}

static term step(problem *p, uint32_t frame) {
  terms *tt = p->w.tt;
  term i = index_at(p, 'i', frame), j = index_at(p, 'j', frame);
  term one = term_bv(tt, INDEX_BITS, 1);
  term t = term_eq_make(tt, array(p, frame + 1), some_array(p, frame));
  t = term_and(
      tt, t,
      term_eq_make(tt, index_at(p, 'i', frame + 1), term_bvadd(tt, i, one)));
  return term_and(
      tt, t,
      term_eq_make(tt, index_at(p, 'j', frame + 1), pick(p, 2) == 0 ? j : i));
}

static void problem_open(problem *p, uint64_t seed) {
  *p = (problem){.random = seed * 7919 + 1};
  world_open(&p->w);
  uint32_t steps = 1 + pick(p, MAX_STEPS);
  p->blocks[p->count++] = term_and(p->w.tt, some_claim(p, 0), some_claim(p, 0));
  for (uint32_t i = 0; i < steps; i++)
    p->blocks[p->count++] = step(p, i);
  p->blocks[p->count++] =
      term_and(p->w.tt, some_claim(p, steps), some_claim(p, steps));
}

// Asks for a sequence. False: the problem is satisfiable.
static bool check_procedure(problem *p, const itp_procedure *procedure) {
  interpolator *ip = itp_new(procedure, &p->w.env, p->w.tt);
  uint32_t cuts[MAX_STEPS + 1];
  term out[MAX_STEPS + 1];
  for (uint32_t i = 0; i < p->count; i++)
    itp_assert(ip, itp_add_group(ip), p->blocks[i]);
  for (uint32_t i = 0; i + 1 < p->count; i++)
    cuts[i] = i + 1;
  itp_status status = itp_check(ip, cuts, p->count - 1, out);
  bool is_unsat = decide(&p->w, &solver_z3, p->blocks, p->count) == SMT_UNSAT;
  CHECK(status == (is_unsat ? ITP_FOUND : ITP_SAT));
  if (is_unsat)
    CHECK(check_sequence(&p->w, &solver_z3, p->blocks, p->count, cuts,
                         p->count - 1, out) == SMT_UNSAT);
  CHECK(p->w.stats.itp_failed_checks == 0);
  itp_free(ip);
  return is_unsat;
}

static void random_arrays(void **state) {
  uint32_t unsat = 0;
  for (uint64_t seed = 0; seed < 60; seed++) {
    problem p;
    problem_open(&p, seed);
    bool is_unsat = check_procedure(&p, &itp_proof);
    CHECK(check_procedure(&p, &itp_auto) == is_unsat);
    unsat += is_unsat ? 1 : 0;
    world_close(&p.w);
    assert_int_equal(mem_live(), 0);
  }
  CHECK(unsat >= 10);
}

// Indices of 32 bits: the constants come from models.
static void wide_indices(void **state) {
  world w;
  world_open(&w);
  terms *tt = w.tt;
  sort word = sort_bv(tt, 32), row = sort_array(tt, word, sort_bv(tt, 8));
  term a0 = term_variable(tt, "a0", row), a1 = term_variable(tt, "a1", row);
  term i = term_variable(tt, "i", word), k = term_variable(tt, "k", word);
  term seven = term_bv(tt, 8, 7), many = term_bv(tt, 32, 1000000);
  term blocks[3] = {term_eq_make(tt, i, many),
                    term_eq_make(tt, a1, term_store(tt, a0, i, seven)),
                    term_and(tt,
                             term_eq_make(tt, term_bvadd(tt, k, many),
                                          term_bv(tt, 32, 2000000)),
                             term_distinct(tt, term_select(tt, a1, k), seven))};
  interpolator *ip = itp_new(&itp_proof, &w.env, tt);
  for (uint32_t b = 0; b < 3; b++)
    itp_assert(ip, itp_add_group(ip), blocks[b]);
  uint32_t cuts[2] = {1, 2};
  term out[2];
  CHECK(itp_check(ip, cuts, 2, out) == ITP_FOUND);
  CHECK(check_sequence(&w, &solver_z3, blocks, 3, cuts, 2, out) == SMT_UNSAT);
  itp_free(ip);
  world_close(&w);
  assert_int_equal(mem_live(), 0);
}

// A step that writes next to what a pointer from elsewhere leads to, and one
// that does not mention the pointer.
static void behind_a_pointer(void **state) {
  world w;
  world_open(&w);
  terms *tt = w.tt;
  sort word = sort_bv(tt, 32), row = sort_array(tt, word, sort_bv(tt, 8));
  term p = term_variable(tt, "p", word), a[4];
  for (int i = 0; i < 4; i++)
    a[i] = term_variable(tt, (const char *[]){"a", "b", "c", "d"}[i], row);
  term four = term_bvadd(tt, p, term_bv(tt, 32, 4));
  term eight = term_bvadd(tt, p, term_bv(tt, 32, 8));
  term fixed = term_bv(tt, 32, 100), seven = term_bv(tt, 8, 7);
  term nine = term_bv(tt, 8, 9);
  term first = term_eq_make(tt, a[1], term_store(tt, a[0], four, seven));
  term blocks[4] = {term_and(tt, term_distinct(tt, four, fixed), first),
                    term_eq_make(tt, a[2], term_store(tt, a[1], fixed, nine)),
                    term_eq_make(tt, a[3], term_store(tt, a[2], eight, nine)),
                    term_distinct(tt, term_select(tt, a[3], four), seven)};
  interpolator *ip = itp_new(&itp_proof, &w.env, tt);
  for (uint32_t b = 0; b < 4; b++)
    itp_assert(ip, itp_add_group(ip), blocks[b]);
  uint32_t cuts[3] = {1, 2, 3};
  term out[3];
  CHECK(itp_check(ip, cuts, 3, out) == ITP_FOUND);
  CHECK(check_sequence(&w, &solver_z3, blocks, 4, cuts, 3, out) == SMT_UNSAT);
  CHECK(w.stats.itp_failed_checks == 0);
  itp_free(ip);
  world_close(&w);
  assert_int_equal(mem_live(), 0);
}

// Two pointers that are found out to be the same at the end only.
static void the_same_pointer(void **state) {
  world w;
  world_open(&w);
  terms *tt = w.tt;
  sort word = sort_bv(tt, 32), row = sort_array(tt, word, sort_bv(tt, 8));
  term p = term_variable(tt, "p", word), q = term_variable(tt, "q", word);
  term a = term_variable(tt, "a", row), b = term_variable(tt, "b", row);
  term one = term_bv(tt, 32, 1), seven = term_bv(tt, 8, 7);
  term next = term_bvadd(tt, p, one), same = term_bvadd(tt, q, one);
  term blocks[3] = {
      term_eq_make(tt, term_select(tt, a, next), seven),
      term_eq_make(tt, b, term_store(tt, a, p, term_bv(tt, 8, 0))),
      term_and(
          tt, term_distinct(tt, term_select(tt, b, same), seven),
          term_or(tt, term_eq_make(tt, p, q), term_eq_make(tt, same, next)))};
  interpolator *ip = itp_new(&itp_proof, &w.env, tt);
  for (uint32_t k = 0; k < 3; k++)
    itp_assert(ip, itp_add_group(ip), blocks[k]);
  uint32_t cuts[2] = {1, 2};
  term out[2];
  CHECK(itp_check(ip, cuts, 2, out) == ITP_FOUND);
  CHECK(check_sequence(&w, &solver_z3, blocks, 3, cuts, 2, out) == SMT_UNSAT);
  itp_free(ip);
  world_close(&w);
}

// An index that is an input has no constants: no interpolant without
// quantifiers is found, and none is invented.
static void unknown_indices(void **state) {
  world w;
  world_open(&w);
  terms *tt = w.tt;
  sort word = sort_bv(tt, 32), row = sort_array(tt, word, sort_bv(tt, 8));
  term a = term_variable(tt, "a", row), b = term_variable(tt, "b", row);
  term i = term_variable(tt, "i", word), k = term_variable(tt, "k", word);
  interpolator *ip = itp_new(&itp_proof, &w.env, tt);
  itp_assert(ip, itp_add_group(ip),
             term_eq_make(tt, a, term_store(tt, b, i, term_bv(tt, 8, 1))));
  itp_assert(
      ip, itp_add_group(ip),
      term_and(tt,
               term_distinct(tt, term_select(tt, a, k), term_select(tt, b, k)),
               term_distinct(tt, term_select(tt, a, k), term_bv(tt, 8, 1))));
  uint32_t cut = 1;
  term out;
  CHECK(itp_check(ip, &cut, 1, &out) == ITP_GAVE_UP);
  CHECK(itp_reason(ip)[0] != '\0');
  itp_free(ip);
  world_close(&w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_arrays),    cmocka_unit_test(wide_indices),
      cmocka_unit_test(behind_a_pointer), cmocka_unit_test(the_same_pointer),
      cmocka_unit_test(unknown_indices),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
