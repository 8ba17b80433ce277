// SPDX-License-Identifier: Apache-2.0
// What a proof is worth: does any execution get to what it is about?
#ifndef DRIVER_REACHED_H
#define DRIVER_REACHED_H

#include "base/env.h"
#include "result/result.h"

// For a proof that the judge has accepted. The properties (a set) that hold
// because no execution gets to any place that could violate them. Each
// assertion that no execution gets to becomes a NOTE_WARNING of the program.
// What cannot be found out in a short time counts as reached.
uint32_t reached_none(const env *judge, program *p, const result *proved);

#endif
