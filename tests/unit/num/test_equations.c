// SPDX-License-Identifier: Apache-2.0
// Equations of points that are made to have some.
#include "num/equations.h"

#include "unit.h"

static uint64_t seed = 0x9e3779b97f4a7c15u;

static uint64_t random64(void) {
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return seed;
}

// Differences of points whose last coordinate is the sum of the others, each
// times its factor; coordinates are multiples of 'step'.
static equations make(uint32_t width, uint32_t columns, const int64_t *factors,
                      uint64_t step) {
  equations m = {.width = width, .columns = columns, .rows = 20};
  for (uint32_t i = 0; i < m.rows; i++) {
    uint64_t sum = 0;
    for (uint32_t j = 0; j + 1 < columns; j++) {
      m.at[i][j] = equations_cut(&m, random64() % 64 * step);
      sum += (uint64_t)factors[j] * m.at[i][j];
    }
    m.at[i][columns - 1] = equations_cut(&m, sum);
  }
  return m;
}

// Does the equation hold for all differences?
static bool holds(const equations *points, const uint64_t *c) {
  for (uint32_t i = 0; i < points->rows; i++) {
    uint64_t sum = 0;
    for (uint32_t j = 0; j < points->columns; j++)
      sum += c[j] * points->at[i][j];
    if (equations_cut(points, sum) != 0)
      return false;
  }
  return true;
}

// One equation is found, whatever the column that it is solved for, and it is
// the one that was meant, up to its sign.
static void check(uint32_t width, const int64_t factors[2], uint64_t step) {
  equations points = make(width, 3, factors, step), m = points;
  equations_eliminate(&m);
  uint32_t found = 0;
  for (uint32_t j = 0; j < 3; j++) {
    uint64_t c[EQUATIONS_COLUMNS];
    if (!equations_solve(&m, j, 1, 16, c))
      continue;
    CHECK(holds(&points, c));
    CHECK(c[2] != 0);
    found++;
  }
  CHECK(found == 1);
}

static void test_sums(void **state) {
  for (uint32_t width = 8; width <= 64; width *= 2)
    for (int64_t a = -3; a <= 3; a++)
      for (int64_t b = -3; b <= 3; b++)
        check(width, (int64_t[]){a, b}, 1);
}

// Where all coordinates are even, a quotient is known up to the highest bit.
static void test_even(void **state) {
  for (uint32_t width = 16; width <= 64; width *= 2)
    for (uint64_t step = 2; step <= 8; step *= 2) {
      check(width, (int64_t[]){1, -1}, step);
      check(width, (int64_t[]){2, 3}, step);
    }
}

// 2 x = 3 y: nothing counts once.
static void test_times(void **state) {
  equations points = {.width = 32, .columns = 2, .rows = 20};
  for (uint32_t i = 0; i < points.rows; i++) {
    uint64_t n = random64();
    points.at[i][0] = equations_cut(&points, 3 * n);
    points.at[i][1] = equations_cut(&points, 2 * n);
  }
  equations m = points;
  equations_eliminate(&m);
  uint32_t once = 0, found = 0;
  for (uint32_t j = 0; j < 2; j++)
    for (uint64_t times = 1; times <= 3; times++) {
      uint64_t c[EQUATIONS_COLUMNS];
      if (!equations_solve(&m, j, times, 16, c))
        continue;
      CHECK(holds(&points, c) && c[j] == times);
      once += times == 1;
      found++;
    }
  CHECK(once == 0 && found == 1);
}

static void test_none(void **state) {
  equations m = {.width = 32, .columns = 3, .rows = 20};
  for (uint32_t i = 0; i < m.rows; i++)
    for (uint32_t j = 0; j < m.columns; j++)
      m.at[i][j] = equations_cut(&m, random64());
  equations_eliminate(&m);
  CHECK(m.rank == 3);
  for (uint32_t j = 0; j < 3; j++) {
    uint64_t c[EQUATIONS_COLUMNS];
    CHECK(!equations_solve(&m, j, 1, 16, c));
  }
}

static void test_constant(void **state) {
  equations m = {.width = 8, .columns = 2, .rows = 3};
  for (uint32_t i = 0; i < m.rows; i++)
    m.at[i][1] = i + 1;
  equations_eliminate(&m);
  uint64_t c[EQUATIONS_COLUMNS];
  CHECK(equations_solve(&m, 0, 1, 16, c));
  CHECK(c[0] == 1 && c[1] == 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_sums), cmocka_unit_test(test_even),
      cmocka_unit_test(test_none), cmocka_unit_test(test_times),
      cmocka_unit_test(test_constant)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
