// SPDX-License-Identifier: Apache-2.0
// Contracts that all observed calls keep.
#ifndef CONTRACT_GUESS_H
#define CONTRACT_GUESS_H

#include "contract/observe.h"

// Adds to 'out' what may be the contract of function k.
void guess_contract(const program *p, const open_calls *o, uint32_t k,
                    const observations *seen, contract *out);

#endif
