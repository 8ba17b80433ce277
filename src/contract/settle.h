// SPDX-License-Identifier: Apache-2.0
// Which candidates are kept by induction.
#ifndef CONTRACT_SETTLE_H
#define CONTRACT_SETTLE_H

#include "contract/contract.h"

// Removes what does not hold at some call or return, as far as that is seen
// without going round loops, and within the limits.
void settle(const env *e, const program *p, const open_calls *o, contracts *c);

#endif
