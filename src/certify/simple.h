// SPDX-License-Identifier: Apache-2.0
// Simple paths: those that never visit a label twice in the same state.
#ifndef CERTIFY_SIMPLE_H
#define CERTIFY_SIMPLE_H

#include "certify/paths.h"
#include "result/result.h"

// Do conditions and invariants that matter depend on the proof's simple-path
// variables alone, directly or by way of assignments? (Variable ids that do not
// exist make it false.)
bool simple_is_closed(const program *p, const cuts *at, const proof *of);

// The visits of one path so far, merged level by level. If the proof is about
// all paths nothing is collected, and every visit is new.
typedef struct {
  paths *paths;
  const proof *proof;
  paths_arrivals seen;
} simple_visits;

void simple_add(simple_visits *v, const paths_arrival *a);
// A condition: where the arrival is reached, its state is that of none of the
// first 'earlier' visits.
term simple_is_new(simple_visits *v, const paths_arrival *a, uint32_t earlier);

#endif
