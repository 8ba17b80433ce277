// SPDX-License-Identifier: Apache-2.0
// Hinted proofs, over all small clauses.
#include "sat/hinted.h"

#include "unit.h"

enum { VARIABLES = 3, CLAUSES = 27 }; // each variable: not in it, or a sign

// The clause with this number, base 3; returns its length.
static uint32_t make_clause(uint32_t number, int *clause) {
  uint32_t n = 0;
  for (int v = 1; v <= VARIABLES; v++, number /= 3)
    if (number % 3 != 0)
      clause[n++] = number % 3 == 1 ? v : -v;
  return n;
}

static bool is_true(uint32_t number, uint32_t values) {
  int clause[VARIABLES];
  uint32_t n = make_clause(number, clause);
  for (uint32_t i = 0; i < n; i++) {
    int v = clause[i] < 0 ? -clause[i] : clause[i];
    if (((values >> (v - 1)) & 1) == (clause[i] > 0 ? 1u : 0u))
      return true;
  }
  return false;
}

static bool follows(uint32_t a, uint32_t b, uint32_t lemma) {
  for (uint32_t values = 0; values < 1u << VARIABLES; values++)
    if (is_true(a, values) && is_true(b, values) && !is_true(lemma, values))
      return false;
  return true;
}

static uint32_t add(hinted *h, uint32_t number) {
  int clause[VARIABLES];
  uint32_t n = make_clause(number, clause);
  return hinted_add_axiom(h, clause, n);
}

static uint32_t derive(hinted *h, uint32_t number, const uint32_t *hints,
                       uint32_t count) {
  int clause[VARIABLES];
  uint32_t n = make_clause(number, clause);
  return hinted_add_lemma(h, clause, n, hints, count);
}

// From two clauses that are not contradictory by cases, propagation finds all
// that follows; from one it finds what it is a part of.
static void lemmas_of_two_clauses_follow(void **state) {
  uint32_t accepted = 0;
  for (uint32_t a = 0; a < CLAUSES; a++)
    for (uint32_t b = 0; b < CLAUSES; b++) {
      hinted *h = hinted_new();
      uint32_t hints[] = {add(h, a), HINTED_NONE, add(h, b)};
      for (uint32_t lemma = 0; lemma < CLAUSES; lemma++) {
        bool both = derive(h, lemma, hints, 3) != HINTED_NONE;
        bool one = derive(h, lemma, hints, 1) != HINTED_NONE;
        CHECK(!both || follows(a, b, lemma));
        CHECK(one == follows(a, a, lemma));
        CHECK(!one || both);
        accepted += both ? 1 : 0;
      }
      hinted_free(h);
    }
  CHECK(accepted > 2000);
}

static void lemmas_are_hints(void **state) {
  hinted *h = hinted_new();
  uint32_t first[] = {hinted_add_axiom(h, (int[]){1, 2}, 2),
                      hinted_add_axiom(h, (int[]){1, -2}, 2)};
  uint32_t second[] = {hinted_add_axiom(h, (int[]){-1, 2}, 2),
                       hinted_add_axiom(h, (int[]){-1, -2}, 2)};
  uint32_t all[] = {first[0], first[1], second[0], second[1]};
  CHECK(hinted_add_lemma(h, NULL, 0, all, 4) == HINTED_NONE); // by cases only
  uint32_t unit = hinted_add_lemma(h, (int[]){1}, 1, first, 2);
  CHECK(unit != HINTED_NONE);
  uint32_t hints[] = {second[0], second[1], unit}; // in the worst order
  CHECK(hinted_add_lemma(h, NULL, 0, hints, 3) != HINTED_NONE);
  CHECK(hinted_add_lemma(h, (int[]){3, -3}, 2, NULL, 0) != HINTED_NONE);
  CHECK(hinted_add_lemma(h, (int[]){3}, 1, first, 2) == HINTED_NONE);
  hinted_free(h);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lemmas_of_two_clauses_follow),
      cmocka_unit_test(lemmas_are_hints),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
