// SPDX-License-Identifier: Apache-2.0
// Which choices runs of a program make, and how often.
//
// The edges that leave a location with several of them are counted while a run
// goes on. A run is *new* as soon as it takes one of them for the first time,
// or so many times that no run before it did (as powers of two), as in
// coverage-guided fuzzing (M. Zalewski: "American Fuzzy Lop").
#ifndef PROGRAM_COVERAGE_H
#define PROGRAM_COVERAGE_H

#include "base/vec.h"
#include "program/program.h"

typedef struct {
  uint8_t *counts;     // of this run, by edge id; 255: that often or more
  uint8_t *seen;       // of all runs, by edge id: bits of coverage_kinds
  VEC(uint32_t) taken; // edges whose count is not zero
  bool is_new;         // this run is
  uint32_t now;        // what the caller counts in a run
  uint32_t when;       // 'now' when the run was new for the last time
} coverage;

// By count: 1, 2, 3, 4 to 7, 8 to 15, 16 to 31, 32 to 127, more; a bit each.
extern const uint8_t coverage_kinds[256];

void coverage_init(coverage *c, const program *p);
void coverage_clear(coverage *c);
// Begins the next run: counts are zero again.
void coverage_start_run(coverage *c);

// Whether the edges that leave 'at' are counted.
static inline bool coverage_counts(const program *p, loc at) {
  return program_out_edges(p, at)->len > 1;
}

static inline void coverage_visit(coverage *c, uint32_t edge_id) {
  uint8_t n = c->counts[edge_id];
  if (n == UINT8_MAX)
    return;
  if (n == 0)
    vec_push(&c->taken, edge_id);
  c->counts[edge_id] = ++n;
  if ((c->seen[edge_id] & coverage_kinds[n]) != 0)
    return;
  c->seen[edge_id] |= coverage_kinds[n];
  c->is_new = true;
  c->when = c->now;
}

#endif
