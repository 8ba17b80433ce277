// SPDX-License-Identifier: Apache-2.0
// Each location of the newest frame knows the least and the largest number of
// visits on paths to it; a new frame takes them from the locations before it.
#include "engine/induction/rounds.h"

#include <assert.h>

#include "base/mem.h"
#include "program/loops.h"

void rounds_init(rounds *r, const engine_task *task) {
  *r = (rounds){.task = task};
  loops *found = loops_find(task->original);
  r->is_head = found->is_head;
  found->is_head = NULL;
  loops_free(found);
  uint32_t count = program_location_count(task->program) + 1;
  r->at = mem_alloc(sizeof *r->at * count);
  r->before = mem_alloc(sizeof *r->before * count);
}

void rounds_clear(rounds *r) {
  mem_free(r->is_head);
  mem_free(r->at);
  mem_free(r->before);
}

static visits join(visits a, visits b) {
  return (visits){a.least < b.least ? a.least : b.least,
                  a.most > b.most ? a.most : b.most};
}

// Over the edges from locations of the frame before.
static visits visits_on_arrival(const rounds *r, const unroller *u, loc to) {
  const program *p = r->task->program;
  const edge_vec *in = program_in_edges(p, to);
  visits v = {UINT32_MAX, 0};
  for (uint32_t i = 0; i < in->len; i++) {
    loc from = program_edge_from(p, in->data[i]);
    term reached = unroll_reached(u, r->frame - 1, from);
    if (!term_is_false(program_terms(p), reached))
      v = join(v, r->before[from.id]);
  }
  assert(v.least <= v.most && "a reached location should have a way to it");
  uint32_t own = r->is_head[program_origin(p, to).id];
  return (visits){v.least + own, v.most + own};
}

void rounds_extend(rounds *r, const unroller *u) {
  assert(unroll_depth(u) == r->frame + 1);
  const program *p = r->task->program;
  const loc_vec *locations = unroll_locations(u, ++r->frame);
  visits *free_table = r->before;
  r->before = r->at;
  r->at = free_table;
  r->alive = (visits){UINT32_MAX, 0};
  for (uint32_t i = 0; i < locations->len; i++) {
    loc l = locations->data[i];
    if (loc_is_sink(program_kind(p, l)))
      continue;
    r->at[l.id] = visits_on_arrival(r, u, l);
    r->alive = join(r->alive, r->at[l.id]);
  }
  assert(r->alive.least == UINT32_MAX || r->alive.least <= r->alive.most);
  r->most = r->alive.most > r->most ? r->alive.most : r->most;
}

void rounds_label(const rounds *r, proof *p) {
  assert(p->labels.len == 0);
  term yes = term_true(program_terms(r->task->original));
  uint32_t count = program_location_count(r->task->original);
  for (uint32_t i = 1; i <= count; i++)
    if (r->is_head[i]) {
      proof_label label = {{i}, yes};
      vec_push(&p->labels, label);
    }
}
