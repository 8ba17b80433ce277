// SPDX-License-Identifier: Apache-2.0
// Depth-first search from the bad sinks against the direction of the edges.
#include "program/ways.h"

#include "base/mem.h"

static void mark(bool *marked, loc l, loc_vec *work) {
  if (!marked[l.id])
    vec_push(work, l);
  marked[l.id] = true;
}

bool *program_ways(const program *p) {
  size_t count = (size_t)program_location_count(p) + 1;
  bool *marked = mem_alloc(count * sizeof *marked);
  loc_vec work = {0};
  for (uint32_t i = 1; i < count; i++)
    if (loc_is_bad(program_kind(p, (loc){i})))
      mark(marked, (loc){i}, &work);
  while (work.len > 0) {
    const edge_vec *in = program_in_edges(p, vec_pop(&work));
    for (uint32_t i = 0; i < in->len; i++)
      mark(marked, program_edge_from(p, in->data[i]), &work);
  }
  vec_free(&work);
  return marked;
}
