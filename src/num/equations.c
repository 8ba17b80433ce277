// SPDX-License-Identifier: Apache-2.0
// The points span an affine space; its equations are the kernel of the matrix
// of differences to one of them. That is found by elimination modulo 2^width:
// the pivot is always an entry with the fewest factors of two, so that all
// others in reach are multiples of it.
#include "num/equations.h"

#include <assert.h>

uint64_t equations_cut(const equations *m, uint64_t n) {
  assert(m->width >= 1 && m->width <= 64);
  return m->width == 64 ? n : n & ((UINT64_C(1) << m->width) - 1);
}

static uint32_t factors_of_two(uint64_t n) {
  return n == 0 ? 64 : (uint32_t)__builtin_ctzll(n);
}

// Inverse of an odd number modulo 2^64: each step doubles the right bits.
static uint64_t inverse(uint64_t odd) {
  uint64_t x = odd;
  for (int i = 0; i < 6; i++)
    x *= 2 - odd * x;
  assert(x * odd == 1);
  return x;
}

// n / d where n is a multiple of d's power of two. Modulo 2^width there are as
// many quotients as that power: the one closest to zero is most likely meant.
static uint64_t divide(const equations *m, uint64_t n, uint64_t d) {
  uint32_t twos = factors_of_two(d);
  assert(twos < m->width && factors_of_two(n) >= twos);
  uint64_t quotient = (n >> twos) * inverse(d >> twos);
  uint32_t unknown = 64 - (m->width - twos);
  return equations_cut(m,
                       (uint64_t)((int64_t)(quotient << unknown) >> unknown));
}

static bool is_pivot(const equations *m, uint32_t column) {
  for (uint32_t i = 0; i < m->rank; i++)
    if (m->pivot[i] == column)
      return true;
  return false;
}

// Brings the row with the best entry to position 'rank'. False: all are zero.
static bool find_pivot(equations *m) {
  uint32_t best = 64, row = 0;
  for (uint32_t i = m->rank; i < m->rows; i++)
    for (uint32_t j = 0; j < m->columns; j++)
      if (!is_pivot(m, j) && factors_of_two(m->at[i][j]) < best) {
        best = factors_of_two(m->at[i][j]);
        row = i;
        m->pivot[m->rank] = j;
      }
  for (uint32_t j = 0; best < 64 && j < m->columns; j++) {
    uint64_t kept = m->at[row][j];
    m->at[row][j] = m->at[m->rank][j];
    m->at[m->rank][j] = kept;
  }
  return best < 64;
}

void equations_eliminate(equations *m) {
  assert(m->rows <= EQUATIONS_ROWS && m->columns <= EQUATIONS_COLUMNS);
  m->rank = 0;
  while (m->rank < m->rows && m->rank < m->columns && find_pivot(m)) {
    uint32_t column = m->pivot[m->rank];
    for (uint32_t i = m->rank + 1; i < m->rows; i++) {
      uint64_t times = divide(m, m->at[i][column], m->at[m->rank][column]);
      for (uint32_t j = 0; j < m->columns; j++)
        m->at[i][j] = equations_cut(m, m->at[i][j] - times * m->at[m->rank][j]);
    }
    m->rank++;
  }
}

static bool is_small(const equations *m, uint64_t n, uint64_t most) {
  return n <= most || equations_cut(m, 0 - n) <= most;
}

// Columns that are no pivot's, apart from the given one, do not count at all.
bool equations_solve(const equations *m, uint32_t column, uint64_t times,
                     uint64_t most, uint64_t *coefficients) {
  assert(column < m->columns && times >= 1);
  if (is_pivot(m, column))
    return false;
  for (uint32_t j = 0; j < m->columns; j++)
    coefficients[j] = j == column ? times : 0;
  bool is_simple = true;
  for (uint32_t i = m->rank; i-- > 0;) {
    uint64_t sum = 0;
    for (uint32_t j = 0; j < m->columns; j++)
      if (j != m->pivot[i])
        sum += m->at[i][j] * coefficients[j];
    coefficients[m->pivot[i]] =
        divide(m, equations_cut(m, 0 - sum), m->at[i][m->pivot[i]]);
    is_simple &= is_small(m, coefficients[m->pivot[i]], most);
  }
  return is_simple;
}
