// SPDX-License-Identifier: Apache-2.0
// Each edge that reads an array notes where. An error edge has the condition
// that the witness is where it reads itself, or else where the last read was.
// (certify/extension.h checks that such a program is as good as the original.)
#include "transform/watched.h"

#include <assert.h>

#include "base/hmap.h"
#include "term/walk.h"

typedef struct {
  const program *p;
  terms *tt;
  watched *out;
  term_set seen;
  term_vec nodes;
} witnessing;

// --- reads -------------------------------------------------------------------

static term_vec *nodes_of(witnessing *w, const block *b, bool with_values) {
  term_set_clear(&w->seen);
  vec_clear(&w->nodes);
  term_postorder(w->tt, &b->guard, 1, &w->seen, &w->nodes);
  for (uint32_t i = 0; with_values && i < b->assignment_count; i++)
    term_postorder(w->tt, &b->assignments[i].value, 1, &w->seen, &w->nodes);
  return &w->nodes;
}

// The index of a read; TERM_NONE: there is none of that sort.
static term read_index(witnessing *w, const block *b, bool with_values) {
  const term_vec *nodes = nodes_of(w, b, with_values);
  for (uint32_t i = nodes->len; i-- > 0;) {
    if (term_get_kind(w->tt, nodes->data[i]) != TERM_SELECT)
      continue;
    term index = term_arg(w->tt, nodes->data[i], 1);
    if (sort_eq(term_sort(w->tt, index), w->out->index))
      return index;
  }
  return TERM_NONE;
}

// The sort of indices of most reads.
static bool find_sort(witnessing *w) {
  hmap counts = {0};
  uint64_t most = 0;
  for (uint32_t e = 1; e <= program_edge_count(w->p); e++) {
    const term_vec *nodes =
        nodes_of(w, program_edge_block(w->p, (edge){e}), true);
    for (uint32_t i = 0; i < nodes->len; i++) {
      if (term_get_kind(w->tt, nodes->data[i]) != TERM_SELECT)
        continue;
      sort s = term_sort(w->tt, term_arg(w->tt, nodes->data[i], 1));
      const uint64_t *known = hmap_find(&counts, s.id);
      uint64_t count = known == NULL ? 1 : *known + 1;
      hmap_put(&counts, s.id, count);
      if (count > most && sort_get_kind(w->tt, s) == SORT_BV) {
        most = count;
        w->out->index = s;
      }
    }
  }
  hmap_free(&counts);
  return most > 0;
}

// --- the program -------------------------------------------------------------

static var add_variable(witnessing *w) {
  var_info info = {.sort = w->out->index, .type = {TYPE_UNSIGNED, NULL}};
  return program_add_variable(w->out->program, &info);
}

static void copy_error(witnessing *w, edge e) {
  program *q = w->out->program;
  block b = *program_edge_block(w->p, e);
  term at = read_index(w, &b, false);
  if (term_is_none(at))
    at = program_variable_term(q, w->out->last);
  term is_witness =
      term_eq_make(w->tt, at, program_variable_term(q, w->out->witness));
  b.guard = term_and(w->tt, b.guard, is_witness);
  program_add_edge(q, program_edge_from(w->p, e), program_edge_to(w->p, e), &b,
                   program_edge(w->p, e));
}

static void copy_edge(witnessing *w, edge e) {
  program *q = w->out->program;
  block b = *program_edge_block(w->p, e);
  term index = read_index(w, &b, true);
  VEC(assignment) all = {0};
  for (uint32_t i = 0; i < b.assignment_count; i++)
    vec_push(&all, b.assignments[i]);
  if (!term_is_none(index))
    vec_push(&all, ((assignment){w->out->last, index}));
  b.assignments = all.data;
  b.assignment_count = all.len;
  program_add_edge(q, program_edge_from(w->p, e), program_edge_to(w->p, e), &b,
                   program_edge(w->p, e));
  vec_free(&all);
}

bool watched_make(const program *p, watched *out) {
  *out = (watched){0};
  witnessing w = {.p = p, .tt = program_terms(p), .out = out};
  bool has_any = find_sort(&w);
  if (has_any) {
    out->program = program_new_like(p);
    program_copy_locations(out->program, p);
    out->witness = add_variable(&w);
    out->last = add_variable(&w);
    for (uint32_t i = 1; i <= program_edge_count(p); i++) {
      edge e = {i};
      if (program_kind(p, program_edge_to(p, e)) == LOC_ERROR)
        copy_error(&w, e);
      else
        copy_edge(&w, e);
    }
  }
  term_set_free(&w.seen);
  vec_free(&w.nodes);
  return has_any;
}
