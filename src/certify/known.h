// SPDX-License-Identifier: Apache-2.0
// What is known on a path: conditions that it has passed.
//
// A list that shares its older part with those of other paths. NULL: nothing is
// known.
#ifndef CERTIFY_KNOWN_H
#define CERTIFY_KNOWN_H

#include "base/arena.h"
#include "term/term.h"

typedef struct known_fact known_fact;
typedef const known_fact *known;

struct known_fact {
  term atom; // a formula that is no negation
  bool holds;
  uint32_t count; // of facts, this one included
  known before;
};

// The formula holds, too, and all that it says as a conjunction of literals.
known known_add(known k, arena *mem, terms *tt, term formula);
// What both know because they share it.
known known_common(known a, known b);

#endif
