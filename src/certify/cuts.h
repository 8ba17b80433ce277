// SPDX-License-Identifier: Apache-2.0
// Labels as cut points: do they cut every cycle, and in which order can the
// locations between them be worked off?
#ifndef CERTIFY_CUTS_H
#define CERTIFY_CUTS_H

#include "program/program.h"

typedef struct {
  bool *is_label; // by location id: labelled, reachable, not entry, no sink
  loc_vec labels; // the same as a list
  // By location id: number in a topological order of the reachable unlabelled
  // locations that are no sinks, from 1; 0: another location, or one on or
  // behind a cycle that no label cuts.
  uint32_t *rank;
  loc_vec by_rank; // [rank - 1]
  loc uncut;       // on a reachable cycle without a label; LOC_NONE: none
} cuts;

// is_label: by location id. Linear time.
cuts *cuts_find(const program *p, const bool *is_label);
void cuts_free(cuts *c);

#endif
