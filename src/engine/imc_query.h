// SPDX-License-Identifier: Apache-2.0
// One step of interpolation-based model checking: the image of a set of states.
// Internal to imc.
#ifndef ENGINE_IMC_QUERY_H
#define ENGINE_IMC_QUERY_H

#include "engine/induction/inductive.h"
#include "interpolate/interpolate.h"

typedef struct imc_query imc_query;

imc_query *imc_query_new(inductive *of); // 'of' must outlive it
void imc_query_free(imc_query *q);

// A set of states at head l that contains every successor of the starts (by
// location id; none: no start there) and is 'bound' steps away from bad sinks,
// the invariants of 'of' being true in all states as --strengthen allows.
// ITP_SAT: there is none.
itp_status imc_query_ask(imc_query *q, loc l, const term *starts,
                         uint32_t bound, const limits *within, term *out);

#endif
