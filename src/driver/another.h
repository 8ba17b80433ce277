// SPDX-License-Identifier: Apache-2.0
// Another proof of a program that has one, which says the same in better words.
#ifndef DRIVER_ANOTHER_H
#define DRIVER_ANOTHER_H

#include "driver/rows.h"

typedef struct {
  env env;                      // its limits are those of the whole search
  const program *program;       // the original
  const candidates *candidates; // for the rows that take any; NULL: none
  // Is this result, true by invariants, what is wanted? May take what it needs
  // from it.
  bool (*accept)(void *data, result *found);
  void *data;
} another;

// An env with a part of the time that is left; statistics go to 'own'.
env another_share(const another *a, double share, stats *own);
// One row looks for a proof, in a part of the time. True: it was accepted.
bool another_by(const another *a, const row *by, double share);

#endif
