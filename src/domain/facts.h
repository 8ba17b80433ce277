// SPDX-License-Identifier: Apache-2.0
// Sets of values as formulas.
#ifndef DOMAIN_FACTS_H
#define DOMAIN_FACTS_H

#include "domain/fixpoint.h"

// "x is in the set", exactly, for a term x of type t.
term facts_of_set(terms *tt, term x, vtype t, const vset *s);
// The invariant of a location: one of its cells holds. 'slots' are the terms of
// the slots, all in 'tt'.
term facts_of_location(const fixpoint *x, terms *tt, const term *slots,
                       uint32_t location);

#endif
