// SPDX-License-Identifier: Apache-2.0
// A coefficient that is large as an unsigned number is a small negative one:
// its part goes to the other side, so the equation has no negations.
#include "term/equation.h"

#include <assert.h>

term term_equation(terms *tt, const term *parts, const uint64_t *coefficients,
                   uint32_t n, uint64_t most, uint64_t sum) {
  assert(n > 0 && term_width(tt, parts[0]) <= 64);
  uint32_t width = term_width(tt, parts[0]);
  term sides[2] = {term_bv(tt, width, 0), term_bv(tt, width, sum)};
  for (uint32_t j = 0; j < n; j++) {
    bool is_right = coefficients[j] > most;
    uint64_t times = is_right ? 0 - coefficients[j] : coefficients[j];
    term part = term_bvmul(tt, term_bv(tt, width, times), parts[j]);
    sides[is_right] = term_bvadd(tt, sides[is_right], part);
  }
  return term_eq_make(tt, sides[0], sides[1]);
}
