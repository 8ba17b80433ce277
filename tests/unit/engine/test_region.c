// SPDX-License-Identifier: Apache-2.0
// Regions against truth tables: all functions of three variables.
#include "engine/predicate/region.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "unit.h"

enum { VARIABLES = 3, ROWS = 1 << VARIABLES, FUNCTIONS = 1 << ROWS };

// Row r of a table has variable i true if bit i of r is set.
static region of_table(regions *rs, uint32_t table) {
  region r = region_false(rs);
  for (uint32_t row = 0; row < ROWS; row++) {
    if (!(table >> row & 1))
      continue;
    region cube = region_true(rs);
    for (uint32_t i = 0; i < VARIABLES; i++) {
      region literal = region_literal(rs, i, row >> i & 1);
      region_meet(rs, &cube, literal);
      region_drop(rs, literal);
    }
    region_join(rs, &r, cube);
    region_drop(rs, cube);
  }
  return r;
}

static uint32_t exists_table(uint32_t table, uint32_t variable) {
  uint32_t result = 0;
  for (uint32_t row = 0; row < ROWS; row++)
    if ((table >> row | table >> (row ^ 1u << variable)) & 1)
      result |= 1u << row;
  return result;
}

static void check_support(regions *rs, region r, uint32_t table) {
  uint32_t found[64], next = 0;
  CHECK(region_variable_count(rs) <= 64);
  uint32_t n = region_support(rs, r, found);
  for (uint32_t i = 0; i < VARIABLES; i++)
    if (exists_table(table, i) != table)
      CHECK(next < n && found[next++] == i);
  CHECK(next == n);
}

static void every_function_of_three_variables(void **state) {
  regions *rs = regions_new();
  region all[FUNCTIONS];
  for (uint32_t f = 0; f < FUNCTIONS; f++) {
    all[f] = of_table(rs, f);
    CHECK(region_is_false(all[f]) == (f == 0));
    CHECK(region_is_true(all[f]) == (f == FUNCTIONS - 1));
    check_support(rs, all[f], f);
  }
  for (uint32_t f = 0; f < FUNCTIONS; f++)
    for (uint32_t i = 0; i < VARIABLES; i++) {
      region r = region_exists(rs, all[f], &i, 1);
      CHECK(region_equal(r, all[exists_table(f, i)]));
      region_drop(rs, r);
    }
  for (uint32_t f = 0; f < FUNCTIONS; f++)
    for (uint32_t g = 0; g < FUNCTIONS; g += 7) {
      region both = region_and(rs, all[f], all[g]);
      region either = region_or(rs, all[f], all[g]);
      CHECK(region_equal(both, all[f & g]));
      CHECK(region_equal(either, all[f | g]));
      CHECK(region_implies(rs, all[f], all[g]) == ((f & ~g) == 0));
      region_drop(rs, both);
      region_drop(rs, either);
    }
  regions_free(rs);
  CHECK(mem_live() == 0);
}

// The library has one state per process, and leaves some of it behind.
static void one_after_the_other(void **state) {
  for (uint32_t i = 0; i < 5; i++) {
    regions *rs = regions_new();
    region r = region_literal(rs, 40 * i, true);
    uint32_t found[512];
    CHECK(region_support(rs, r, found) == 1 && found[0] == 40 * i);
    CHECK(region_variable(r) == 40 * i);
    CHECK(region_is_true(region_high(r)) && region_is_false(region_low(r)));
    region_drop(rs, r);
    regions_free(rs);
  }
  CHECK(mem_live() == 0);
}

// Memory that held something else before, as it does late in a run.
static void soil_heap(size_t size) {
  enum { CHUNKS = 8 };
  void *chunks[CHUNKS];
  for (int i = 0; i < CHUNKS; i++) {
    chunks[i] = malloc(size);
    memset(chunks[i], 0x7f, size);
  }
  for (int i = 0; i < CHUNKS; i++)
    free(chunks[i]);
}

// Are variables i and j equal?
static region equality(regions *rs, uint32_t i, uint32_t j) {
  region same[2];
  for (int is_positive = 0; is_positive < 2; is_positive++) {
    region a = region_literal(rs, i, is_positive);
    region b = region_literal(rs, j, is_positive);
    same[is_positive] = region_and(rs, a, b);
    region_drop(rs, a);
    region_drop(rs, b);
  }
  region_join(rs, &same[0], same[1]);
  region_drop(rs, same[1]);
  return same[0];
}

// Two words are equal, bit by bit, in an order that takes a node for each word.
static void compare_words(regions *rs, uint32_t first) {
  enum { BITS = 13 };
  region all = region_true(rs);
  for (uint32_t i = 0; i < BITS; i++) {
    region bit = equality(rs, first + i, first + BITS + i);
    region_meet(rs, &all, bit);
    CHECK(region_implies(rs, all, bit));
    region_drop(rs, bit);
  }
  region_drop(rs, all);
}

// More nodes are needed than there are, while variables are added: garbage is
// collected in the middle of operations. Then BuDDy reads its whole stack.
extern int *bddrefstack;

static void garbage_is_collected_on_the_way(void **state) {
  enum { ROUNDS = 12, STEP = 32, NODES = 1 << 24 };
  regions *rs = regions_new();
  for (int round = 0; round < ROUNDS; round++) {
    uint32_t next = region_variable_count(rs), grown = next + STEP;
    soil_heap((2 * (size_t)grown + 4) * sizeof(int));
    region_drop(rs, region_literal(rs, next, true));
    CHECK(region_variable_count(rs) == grown);
    for (uint32_t i = 0; i < 2 * grown + 4; i++)
      CHECK(bddrefstack[i] >= 0 && bddrefstack[i] < NODES);
    compare_words(rs, next);
  }
  regions_free(rs);
  CHECK(mem_live() == 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_function_of_three_variables),
      cmocka_unit_test(one_after_the_other),
      cmocka_unit_test(garbage_is_collected_on_the_way),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
