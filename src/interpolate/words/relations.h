// SPDX-License-Identifier: Apache-2.0
// Bounds, orderings and sums, found in formulas over bits. Internal to
// interpolate.
#ifndef INTERPOLATE_WORDS_RELATIONS_H
#define INTERPOLATE_WORDS_RELATIONS_H

#include "interpolate/procedure.h"

// Replaces parts of the formulas by relations between words that are equivalent
// to them.
void itp_find_relations(const env *e, terms *tt, term *formulas, uint32_t n);

// Replaces interpolants of the query by relations where these do as well.
void itp_choose_relations(const itp_query *q, term *found);

#endif
