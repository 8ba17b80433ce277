// SPDX-License-Identifier: Apache-2.0
// The questions of one run: all properties at once, then fewer.
#ifndef DRIVER_ASK_H
#define DRIVER_ASK_H

#include "driver/run.h"

// Asks, by 'attempt', for all properties together, and again where that gives
// no verdict for each of them (docs/properties.md); reports all verdicts.
void ask_all(const env *e, deepen_attempt attempt, outcome *out);

#endif
