// SPDX-License-Identifier: Apache-2.0
// One step by interpolation: the image of a set of states, or its preimage, as
// far as something bad allows it to be larger than it is.
#ifndef ENGINE_REACH_IMC_QUERY_H
#define ENGINE_REACH_IMC_QUERY_H

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
// The same where 'bad' is any set: a formula over the state at l and others.
itp_status imc_query_image(imc_query *q, loc l, const term *starts, term bad,
                           const limits *within, term *out);
// A set of states at l that contains all of which 'ahead' (a formula over the
// state at l and others) is true, and none of 'start'. ITP_SAT: there is none.
itp_status imc_query_preimage(imc_query *q, loc l, term start, term ahead,
                              const limits *within, term *out);

#endif
