// SPDX-License-Identifier: Apache-2.0
// Contracts of functions (result/contracts.h) in the words of a witness, and
// back. Parameters and globals are those of the source: in what a function
// needs a name is the value at the call; in what it gives a parameter still is,
// a global is what the function left in it, '\result' what it returned, and
// '\at(x, Pre)' what x was at the call.
#ifndef WITNESS_FUNCTION_CONTRACTS_H
#define WITNESS_FUNCTION_CONTRACTS_H

#include "result/contracts.h"
#include "witness/invariants.h"

// Adds to w what the contracts say, as far as it can be said.
void function_contracts_write(witness_context *c, const contracted *from,
                              witness *w);

// The contracts of the witness, over the formals of the open functions, into
// 'out', which says nothing yet. False: one of them is not understood; 'd' says
// why, at its place in the witness.
bool function_contracts_read(witness_context *c, const witness *w,
                             const contracted *of, contracts *out, diag *d);

// The formal that has what a name meant when the function was called;
// VAR_NONE: there is none.
var function_contracts_before(const contracted *of, const char *function,
                              const char *name);
// The other way round: the name; NULL: it is no such formal.
const char *function_contracts_name(const contracted *of, const char *function,
                                    var formal);

#endif
