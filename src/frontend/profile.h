// SPDX-License-Identifier: Apache-2.0
// What options leave open, and whole sets of choices (--profile).
#ifndef FRONTEND_PROFILE_H
#define FRONTEND_PROFILE_H

#include "base/options.h"
#include "program/program.h"

// What undefined functions do: never EXTERNAL_AUTO.
external_word profile_external(const options *o);
// Tells the program what the profile assumes.
void profile_note(const options *o, program *p);

#endif
