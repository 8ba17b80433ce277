// SPDX-License-Identifier: Apache-2.0
// Pointers that are numbers: null, integers made pointers, and addresses of
// memory from outside. All of them are one flat address space.
//
// As a value, a number n is written like a pointer into an object, as a high
// part and a signed offset: n = high * 2^OFFSET_BITS + offset. So null is zero,
// a member of null is its offset, and adding to a pointer near null needs no
// carry. The high part has its two highest bits alike, which no object has.
// With pointers of 32 bits it is 0, and the offset is the number, extended by
// its sign; with 64 bits a number has 63 significant bits, more than any
// processor has addresses.
#ifndef FRONTEND_C_MEMORY_NUMBERS_H
#define FRONTEND_C_MEMORY_NUMBERS_H

#include "frontend/c/translate/translator.h"

uint32_t numbers_width(const translator *t); // of the program's pointers
// Whether there may be numbers that are far from null.
bool numbers_are_used(const translator *t);
term numbers_is(translator *t, const pointer *p); // Bool: it is a number
// The same, and the number is written in its one way.
term numbers_is_proper(translator *t, const pointer *p);
// Whether two are numbers; false where only numbers near null are used.
term numbers_are_both(translator *t, const pointer *a, const pointer *b);
// The number that the pointer is, if it is one.
term numbers_value(translator *t, const pointer *p);
// As a pointer's value. Bits that no address has are dropped.
term numbers_encode(translator *t, term n);
term numbers_fit(translator *t, term n); // Bool: none is
pointer numbers_pointer(translator *t, term n);
// The value of a pointer that may be a number or lead to an object.
term numbers_sum(translator *t, const pointer *p);

#endif
