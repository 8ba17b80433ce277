// SPDX-License-Identifier: Apache-2.0
// Linear equations as terms.
#ifndef TERM_EQUATION_H
#define TERM_EQUATION_H

#include "term/term.h"

// The sum of coefficient times part, over n bit-vectors of one width (at most
// 64), is 'sum'. What counts negatively, that is, more than 'most' times, goes
// to the other side: a term that says the same in another way is easier to
// recognize then.
term term_equation(terms *tt, const term *parts, const uint64_t *coefficients,
                   uint32_t n, uint64_t most, uint64_t sum);

#endif
