// SPDX-License-Identifier: Apache-2.0
// Auxiliary invariants for an engine: where they come from, and when they are
// looked for.
#ifndef ENGINE_LEMMA_AUXILIARY_H
#define ENGINE_LEMMA_AUXILIARY_H

#include "engine/lemma/lemmas.h"

typedef struct auxiliary auxiliary;

// 'of' must outlive it.
auxiliary *auxiliary_new(inductive *of);
void auxiliary_free(auxiliary *a); // may be NULL

// A formula that the first visits to a head satisfy: parts of it may always
// hold.
void auxiliary_learn(auxiliary *a, loc head, term formula);
// Adds what is new, and inductive, to the invariants of 'of'. Returns how many
// there were. Takes a fixed part of the time at most.
uint32_t auxiliary_poll(auxiliary *a);

#endif
