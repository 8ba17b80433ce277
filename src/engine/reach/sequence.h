// SPDX-License-Identifier: Apache-2.0
// Sequences of interpolants: why no k steps from the entry lead to some states.
//
// All paths of k blocks are one query, in which each cut between two blocks has
// a flag per location: where the program is then. The interpolants of all cuts
// come from one refutation, so each of them and a step imply the next. With one
// flag true and the others false, an interpolant is a set of states at that
// location.
#ifndef ENGINE_REACH_SEQUENCE_H
#define ENGINE_REACH_SEQUENCE_H

#include "engine/induction/inductive.h"
#include "interpolate/interpolate.h"

typedef struct sequence sequence;

sequence *sequence_new(inductive *of); // 'of' must outlive it
void sequence_free(sequence *s);

// Do k >= 1 steps from the entry lead to 'ends' (by location id; NULL: bad
// sinks)? ITP_FOUND: they do not, and there is an interpolant behind 1 to k - 1
// steps, the invariants of 'of' being true in all states as --strengthen
// allows.
itp_status sequence_ask(sequence *s, uint32_t k, const term *ends,
                        const limits *l);
// The set of states at that head behind i steps, 1 <= i < k of the last
// question.
term sequence_at(sequence *s, uint32_t i, loc head);

#endif
