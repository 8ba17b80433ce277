// SPDX-License-Identifier: Apache-2.0
// Regions against truth tables: all functions of three variables.
#include "engine/region.h"

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
    CHECK(region_size(r) == 1 && region_variable(r) == 40 * i);
    CHECK(region_is_true(region_high(r)) && region_is_false(region_low(r)));
    region_drop(rs, r);
    regions_free(rs);
  }
  CHECK(mem_live() == 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_function_of_three_variables),
      cmocka_unit_test(one_after_the_other),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
