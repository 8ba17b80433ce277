// SPDX-License-Identifier: Apache-2.0
// Counts of a run, and the kinds of counts of all runs.
//
// Only the edges that a run took are set back when the next one begins, so that
// a short run of a large program costs little.
#include "program/coverage.h"

#include "base/mem.h"

#define X4(n) n, n, n, n
#define X16(n) X4(n), X4(n), X4(n), X4(n)
#define X32(n) X16(n), X16(n)
const uint8_t coverage_kinds[256] = {0,         0x01,      0x02,      0x04,
                                     X4(0x08),  X4(0x10),  X4(0x10),  X16(0x20),
                                     X32(0x40), X32(0x40), X32(0x40), X32(0x80),
                                     X32(0x80), X32(0x80), X32(0x80)};

void coverage_init(coverage *c, const program *p) {
  size_t edges = (size_t)program_edge_count(p) + 1;
  *c = (coverage){.counts = mem_alloc(edges), .seen = mem_alloc(edges)};
}

void coverage_clear(coverage *c) {
  mem_free(c->counts);
  mem_free(c->seen);
  vec_free(&c->taken);
}

void coverage_start_run(coverage *c) {
  for (uint32_t i = 0; i < c->taken.len; i++)
    c->counts[c->taken.data[i]] = 0;
  vec_clear(&c->taken);
  c->is_new = false;
  c->now = c->when = 0;
}
