// SPDX-License-Identifier: Apache-2.0
// Copies of a program that differ in the targets of edges alone. Ids stay the
// same, so a proof or an execution of the copy reads as one of the original.
#include "program/redirect.h"

#include <assert.h>

loc program_sink(const program *p, loc_kind kind) {
  assert(loc_is_sink(kind));
  for (uint32_t i = 1; i <= program_location_count(p); i++)
    if (program_location(p, (loc){i})->kind == kind)
      return (loc){i};
  return LOC_NONE;
}

static edge_kind kind_into(loc_kind sink) {
  switch (sink) {
  case LOC_ERROR:
    return EDGE_ERROR;
  case LOC_BOUND:
  case LOC_UNSUPPORTED:
    return EDGE_STOP;
  case LOC_UNDEFINED:
    return EDGE_UNDEFINED;
  case LOC_PLAIN:
  case LOC_ENTRY:
  case LOC_END:
    break;
  }
  return EDGE_PLAIN;
}

program *program_redirect(const program *p, loc (*target)(void *data, edge e),
                          void *data) {
  program *made = program_new_like(p);
  program_copy_locations(made, p);
  for (uint32_t i = 1; i <= program_edge_count(p); i++) {
    edge e = {i};
    edge_info info = *program_edge(p, e);
    loc to = target(data, e);
    if (to.id != program_edge_to(p, e).id)
      info.kind = kind_into(program_location(p, to)->kind);
    program_add_edge(made, program_edge_from(p, e), to,
                     program_edge_block(p, e), &info);
    assert(program_edge_count(made) == i);
  }
  return made;
}

typedef struct {
  const program *p;
  uint32_t set;
  loc end;
} asked;

static loc to_asked(void *data, edge e) {
  const asked *a = data;
  const edge_info *info = program_edge(a->p, e);
  bool is_left_out =
      info->kind == EDGE_ERROR && (a->set >> info->property & 1) == 0;
  return is_left_out ? a->end : program_edge_to(a->p, e);
}

program *program_ask(const program *p, uint32_t set) {
  assert(set != 0 && (set & ~program_properties(p)) == 0);
  asked a = {p, set, program_sink(p, LOC_END)};
  program *made = program_redirect(p, to_asked, &a);
  program_copy_remarks(made, p);
  program_copy_faults(made, p);
  program_set_properties(made, set);
  return made;
}
