// SPDX-License-Identifier: Apache-2.0
// Auxiliary invariants for an engine: the sources of candidates, the test that
// keeps what is inductive, and the exchange with other engines, in a fixed part
// of the engine's time.
#ifndef INVARIANT_AUXILIARY_H
#define INVARIANT_AUXILIARY_H

#include "invariant/invariants.h"

typedef struct auxiliary auxiliary;

// 'of' must outlive it.
auxiliary *auxiliary_new(invariants *of);
void auxiliary_free(auxiliary *a); // may be NULL

// A formula that the first visits to a head satisfy: parts of it may always
// hold.
void auxiliary_learn(auxiliary *a, loc head, term formula);
// Adds what is new, and inductive, to the invariants of 'of'. Returns how many
// there were. Takes a fixed part of the time at most.
uint32_t auxiliary_poll(auxiliary *a);

#endif
