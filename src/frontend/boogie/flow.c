// SPDX-License-Identifier: Apache-2.0
// Control: open edges and the locations that close them.
#include <assert.h>
#include <stdlib.h>

#include "frontend/boogie/lowering.h"

bool bpl_is_dead(const bpl_lowering *l) {
  return l->at.id == 0 && l->open.len == 0;
}

loc bpl_new_location(bpl_lowering *l, source_pos pos, bool is_loop) {
  loc_info info = {.kind = LOC_PLAIN, .pos = pos, .is_loop_hint = is_loop};
  if (l->frame) {
    info.function = l->frame->procedure->symbol->name;
    info.depth = l->frame->depth;
  }
  return program_add_location(l->p, &info);
}

static void close_edges(bpl_lowering *l, loc to) {
  for (uint32_t i = 0; i < l->open.len; i++) {
    bpl_open_edge *e = &l->open.data[i];
    program_add_edge(l->p, e->from, to, &e->block, &e->info);
  }
  vec_clear(&l->open);
}

loc bpl_here(bpl_lowering *l, source_pos pos, bool is_loop) {
  assert(!bpl_is_dead(l));
  loc at = l->at.id != 0 ? l->at : bpl_new_location(l, pos, is_loop);
  close_edges(l, at);
  l->at = LOC_NONE;
  return at;
}

// A location that waits becomes an open edge.
static void settle(bpl_lowering *l) {
  if (l->at.id == 0)
    return;
  loc at = l->at;
  edge_info info = {.kind = EDGE_PLAIN, .pos = program_location(l->p, at)->pos};
  close_edges(l, at);
  l->at = LOC_NONE;
  bpl_go_on(l, at, term_true(l->tt), NULL, &info);
}

void bpl_go_to(bpl_lowering *l, loc to) {
  settle(l);
  close_edges(l, to);
}

void bpl_put_aside(bpl_lowering *l, bpl_open_edges *to) {
  settle(l);
  for (uint32_t i = 0; i < l->open.len; i++)
    vec_push(to, l->open.data[i]);
  vec_clear(&l->open);
}

void bpl_resume(bpl_lowering *l, bpl_open_edges *from) {
  settle(l);
  for (uint32_t i = 0; i < from->len; i++)
    vec_push(&l->open, from->data[i]);
  vec_clear(from);
}

// --- blocks -----------------------------------------------------------------

// The block lives in the arena: open edges keep it for a while.
static block make_block(bpl_lowering *l, term guard, bpl_update *u) {
  block b = {.guard = guard};
  if (!u)
    return b;
  program_sort_assignments(u->list.data, u->list.len);
  b.assignments =
      arena_copy(l->mem, u->list.data, u->list.len * sizeof *u->list.data);
  b.assignment_count = u->list.len;
  b.inputs = arena_copy(l->mem, u->inputs.data, u->inputs.len * sizeof(term));
  b.input_count = u->inputs.len;
  return b;
}

void bpl_go_on(bpl_lowering *l, loc from, term guard, bpl_update *u,
               const edge_info *info) {
  if (term_is_false(l->tt, guard))
    return;
  bpl_open_edge e = {from, make_block(l, guard, u), *info};
  vec_push(&l->open, e);
}

void bpl_add_edge(bpl_lowering *l, loc from, loc to, term guard, bpl_update *u,
                  const edge_info *info) {
  if (term_is_false(l->tt, guard))
    return;
  block b = make_block(l, guard, u);
  program_add_edge(l->p, from, to, &b, info);
}

void bpl_assign(bpl_update *u, bpl_lowering *l, term variable, term next) {
  assert(sort_eq(term_sort(l->tt, variable), term_sort(l->tt, next)));
  var v = program_variable_of(l->p, variable);
  assert(v.id != 0);
  assignment a = {v, next};
  if (!term_eq(variable, next))
    vec_push(&u->list, a);
}

void bpl_update_clear(bpl_update *u) {
  vec_free(&u->list);
  vec_free(&u->inputs);
}

void bpl_havoc(bpl_lowering *l, bpl_update *u, const bpl_symbol *s,
               const term *leaves, input_kind kind, source_pos pos) {
  for (uint32_t i = 0; i < s->type->leaves; i++) {
    input_info info = {.kind = kind,
                       .name = bpl_leaf_name(l, s->name, s->type, i),
                       .type = bpl_type_info(l, s->type, i),
                       .sort = term_sort(l->tt, leaves[i]),
                       .pos = pos};
    term input = program_add_input(l->p, &info);
    vec_push(&u->inputs, input);
    bpl_assign(u, l, leaves[i], input);
  }
}

// --- choice -----------------------------------------------------------------

// The number of the edge in binary, one Boolean input per digit. A number that
// no edge has leads nowhere: that is no execution, so none is lost.
void bpl_choose(bpl_lowering *l, source_pos pos, uint32_t n,
                bpl_open_edges *out) {
  assert(n >= 1 && out->len == 0);
  loc from = bpl_here(l, pos, false);
  bpl_update u = {0};
  for (uint32_t rest = n - 1; rest > 0; rest /= 2) {
    input_info info = {.kind = INPUT_CHOICE,
                       .type = {TYPE_BOOL, program_intern(l->p, "bool")},
                       .sort = sort_bool(l->tt),
                       .pos = pos};
    vec_push(&u.inputs, program_add_input(l->p, &info));
  }
  edge_info info = {.kind = EDGE_PLAIN, .pos = pos};
  for (uint32_t i = 0; i < n; i++) {
    term guard = term_true(l->tt);
    for (uint32_t k = 0; k < u.inputs.len; k++) {
      term digit = u.inputs.data[k];
      bool is_set = (i >> k & 1) != 0;
      guard = term_and(l->tt, guard, is_set ? digit : term_not(l->tt, digit));
    }
    bpl_open_edge e = {from, make_block(l, guard, &u), info};
    vec_push(out, e);
  }
  bpl_update_clear(&u);
}
