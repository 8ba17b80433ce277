// SPDX-License-Identifier: Apache-2.0
// A proof that a person can read.
#ifndef DRIVER_READABLE_H
#define DRIVER_READABLE_H

#include "driver/run.h"

// Where an invariant of the answer's proof has no short form in the language of
// the program, other engines get a moment to find a proof all of whose
// invariants have one. The judge checks that, too; then it takes the place of
// the first, and who confirmed it is said as well. Otherwise nothing changes.
void readable_find(run *r);

#endif
