// SPDX-License-Identifier: Apache-2.0
// Queries with arrays, said without them. Internal to interpolate.
#ifndef INTERPOLATE_ELEMENTS_H
#define INTERPOLATE_ELEMENTS_H

#include "interpolate/procedure.h"

// Keeps from query to query which indices mattered.
typedef struct itp_elements itp_elements;

itp_elements *itp_elements_new(terms *tt);
void itp_elements_free(itp_elements *e); // may be NULL

// A query without arrays whose blocks are implied by those of q, in 'mem'. Its
// guards mean nothing. False: *reason says what cannot be said.
bool itp_elements_make(itp_elements *e, const itp_query *q, arena *mem,
                       itp_query *out, const char **reason);
// Given a model of the last query made (VALUE_NONE: any value), makes the
// indices that are used in it matter. Returns how many of them are new.
typedef value (*itp_model)(void *data, term variable, arena *mem);
uint32_t itp_elements_refine(itp_elements *e, itp_model model, void *data);
// A formula over what was made, over the variables of the query.
term itp_elements_back(itp_elements *e, term t);

#endif
