// SPDX-License-Identifier: Apache-2.0
// Abstract successors: what is known behind a block, in terms of predicates.
//
// The concrete successors of an abstract state under a block are described by
// the strongest Boolean combination of the target's predicates (Boolean
// abstraction), or by the strongest conjunction of them and their negations
// (Cartesian abstraction).
#ifndef ENGINE_PREDICATE_ABSTRACTOR_H
#define ENGINE_PREDICATE_ABSTRACTOR_H

#include "engine/engine.h"
#include "engine/predicate/precision.h"
#include "engine/predicate/region.h"

typedef struct abstractor abstractor;

// Predicates may be added to the precision between calls. 'known' by location:
// holds there anyway.
abstractor *abstractor_new(const engine_task *task, const precision *pi,
                           regions *rs, const term *known);
void abstractor_free(abstractor *o);

// An abstract state as the operator sees it.
typedef struct {
  region state;
  uint32_t tracked; // so many predicates of its location's precision took part
  term *formula;    // of the state; filled at the first need (TERM_NONE before)
} abstractor_source;

// The state behind edge e, over all predicates of its target now, into *out
// (counted). False: the solver gave up; see abstractor_reason.
bool abstractor_compute(abstractor *o, const abstractor_source *from, edge e,
                        region *out);
const char *abstractor_reason(const abstractor *o);

#endif
