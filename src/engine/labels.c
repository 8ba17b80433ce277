// SPDX-License-Identifier: Apache-2.0
// Labels at locations from which no bad sink can be reached are dropped. A loop
// head that leads to a bad sink and has no label is one that the search showed
// unreachable: it gets 'false'.
#include "engine/labels.h"

#include "base/mem.h"
#include "program/loops.h"
#include "program/ways.h"

// Nothing was searched there.
static void drop_dead_ends(proof *p, const bool *leads_on) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < p->labels.len; i++)
    if (leads_on[p->labels.data[i].location.id])
      p->labels.data[kept++] = p->labels.data[i];
  p->labels.len = kept;
}

void labels_complete(const program *original, proof *p) {
  uint32_t count = program_location_count(original);
  bool *has_label = mem_alloc((count + 1) * sizeof *has_label);
  bool *leads_on = program_ways(original);
  drop_dead_ends(p, leads_on);
  for (uint32_t i = 0; i < p->labels.len; i++)
    has_label[p->labels.data[i].location.id] = true;
  loops *found = loops_find(original);
  term nothing = term_false(program_terms(original));
  for (uint32_t i = 1; i <= count; i++)
    if (found->is_head[i] && leads_on[i] && !has_label[i])
      vec_push(&p->labels, ((proof_label){{i}, nothing}));
  loops_free(found);
  mem_free(leads_on);
  mem_free(has_label);
}

void labels_know(const constants *known, proof *p) {
  if (p->kind == PROOF_BOUNDED)
    return; // its labels only mark the locations
  terms *tt = program_terms(constants_program(known));
  for (uint32_t i = 0; i < p->labels.len; i++) {
    proof_label *l = &p->labels.data[i];
    l->invariant =
        term_and(tt, l->invariant, constants_fact(known, l->location));
  }
}
