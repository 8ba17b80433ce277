// SPDX-License-Identifier: Apache-2.0
// The digest does not depend on the table of terms, and on all else.
#include "program/digest.h"

#include "builder.h"

static uint64_t digest_of_random(uint64_t seed, uint32_t junk) {
  terms *tt = terms_new();
  for (uint32_t i = 0; i < junk; i++) // other handles for the same formulas
    term_bv(tt, 32, 1000 + i);
  dice d = {seed};
  program *p = random_program(tt, &d);
  uint64_t hash = program_digest(p);
  program_free(p);
  terms_free(tt);
  return hash;
}

static void handles_do_not_count(void **state) {
  for (uint64_t seed = 1; seed < 50; seed++)
    CHECK(digest_of_random(seed, 0) == digest_of_random(seed, 17));
}

static void programs_differ(void **state) {
  uint64_t seen[200];
  for (uint32_t i = 0; i < 200; i++) {
    seen[i] = digest_of_random(i + 1, 0);
    for (uint32_t k = 0; k < i; k++)
      CHECK(seen[k] != seen[i]);
  }
}

// n := first; while (n < most) n := n + 1
static uint64_t digest_of_count(uint32_t first, uint32_t most, loc_kind end) {
  terms *tt = terms_new();
  program *p = program_new(tt);
  var n = build_var(p, "n", sort_bv(tt, 8));
  term t = program_variable_term(p, n), bound = term_bv(tt, 8, most);
  loc entry = build_loc(p, LOC_ENTRY), head = build_loc(p, LOC_PLAIN);
  loc sink = build_loc(p, end);
  build_set(p, entry, head, term_true(tt), n, term_bv(tt, 8, first));
  build_set(p, head, head, term_bvult(tt, t, bound), n,
            term_bvadd(tt, t, term_bv(tt, 8, 1)));
  build_skip(p, head, sink, term_bvule(tt, bound, t));
  uint64_t hash = program_digest(p);
  program_free(p);
  terms_free(tt);
  return hash;
}

static void each_part_counts(void **state) {
  uint64_t one = digest_of_count(0, 10, LOC_END);
  CHECK(one == digest_of_count(0, 10, LOC_END));
  CHECK(one != digest_of_count(1, 10, LOC_END));
  CHECK(one != digest_of_count(0, 11, LOC_END));
  CHECK(one != digest_of_count(0, 10, LOC_ERROR));
  CHECK(mem_live() == 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(handles_do_not_count),
      cmocka_unit_test(programs_differ),
      cmocka_unit_test(each_part_counts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
