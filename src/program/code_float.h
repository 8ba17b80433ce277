// SPDX-License-Identifier: Apache-2.0
// Operations on floats, done by the machine instead of by their circuits.
#ifndef PROGRAM_CODE_FLOAT_H
#define PROGRAM_CODE_FLOAT_H

#include "term/origin.h"

// Does the machine have the format and the mode? Then its result is that of the
// circuit, bit by bit, whatever the operands are.
bool code_float_has(const term_origin *o);
// b counts if there are two operands. Requires code_float_has(o).
uint64_t code_float(const term_origin *o, uint64_t a, uint64_t b);

#endif
