// SPDX-License-Identifier: Apache-2.0
// Between the files of enclosures.
#ifndef CERTIFY_NUMBERS_ENCLOSE_INTERNAL_H
#define CERTIFY_NUMBERS_ENCLOSE_INTERNAL_H

#include "certify/numbers/enclose.h"

void enclose_add(enclosure *a, uint64_t lo, uint64_t hi); // requires lo <= hi
// op->origin says what to do.
enclosure enclose_float(const enclose_op *op, const enclosure *a,
                        const enclosure *b);

#endif
