// SPDX-License-Identifier: Apache-2.0
// The program that a proof by contracts is a proof of, as the judge makes it.
#ifndef CERTIFY_CONTRACT_CLOSED_H
#define CERTIFY_CONTRACT_CLOSED_H

#include "result/contracts.h"

// NULL: each contract speaks of what it may speak of; else what is wrong.
// needs: of the function's at_start; gives: of that and of its at_return.
const char *closed_check(const contracted *c);

// The open program with these edges, in this order, behind its own. Where
// 'needs at a call' is the contract with at_call for at_start, and 'gives at a
// call' that with the inputs of its way for at_return, too:
//  - of each function: from 'at' to 'to' if it has what it needs;
//  - of each call: its way, if needs and gives at the call hold, and to the
//    error if needs at the call do not;
//  - of each return: to 'to' if it gives what it should, else to the error.
// An edge that nothing can take is left out. Requires parts_check and
// closed_check.
program *closed_make(const contracted *c);

#endif
