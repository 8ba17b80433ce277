// SPDX-License-Identifier: Apache-2.0
// Labels as cut points: do they cut every cycle that matters, and in which
// order can the locations between them be worked off?
//
// What matters is on a way from the entry to a bad sink, or to a label that
// claims something: an execution that reaches one visits nothing else before.
// Of other locations a proof need not say anything.
#ifndef CERTIFY_CUTS_H
#define CERTIFY_CUTS_H

#include "program/program.h"

typedef struct {
  // By location id: on a way from the entry to a bad sink or a claim.
  bool *matters;
  bool *is_label; // by location id: labelled, matters, not entry, no sink
  loc_vec labels; // the same as a list
  // By location id: number in a topological order of the unlabelled locations
  // that matter and are no sinks, from 1; 0: another location, or one on or
  // behind a cycle that no label cuts.
  uint32_t *rank;
  loc_vec by_rank; // [rank - 1]
  loc uncut;       // on a cycle that matters without a label; LOC_NONE: none
} cuts;

// By location id: there is a label; it claims something (NULL: none does).
// Linear time.
cuts *cuts_find(const program *p, const bool *is_label, const bool *is_claim);
void cuts_free(cuts *c);

#endif
