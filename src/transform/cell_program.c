// SPDX-License-Identifier: Apache-2.0
// The terms of an edge are rewritten bottom up. An array-sorted term becomes
// its cell; a read goes down the stores to the variable, where it is the cell
// if the index is the witness, and else an input: one for each location, array
// and index, so that all edges of a location read the same.
//
// What a program reads, it often reads again soon: if (a[i] > m) m = a[i]. So
// the elements at the index that was read last are cells, too. That index
// changes, and they with it.
#include "transform/cell_program.h"

#include <assert.h>

#include "base/hmap.h"
#include "encode/slice.h"
#include "term/subst.h"
#include "term/walk.h"

typedef struct {
  const program *p;
  terms *tt;
  sort index;
  cell_program *out;
  term_map made;  // of the edge: term -> rewritten, or the cell of an array
  hmap cells;     // array variable -> cell
  hmap recent;    // array variable -> element at the index read last
  hmap inputs;    // (array, index) of this location -> input
  term_vec fresh; // inputs of this edge
  term_set nodes_seen, listed;
  term_vec nodes, args;
  bool is_bad;
} rewriting;

static bool is_array(const rewriting *r, term t) {
  return sort_get_kind(r->tt, term_sort(r->tt, t)) == SORT_ARRAY;
}

static term made_of(const rewriting *r, term t) {
  uint32_t id = 0;
  bool found = term_map_find(&r->made, t, &id);
  assert(found);
  (void)found;
  return (term){id};
}

static void note_input(rewriting *r, term input) {
  if (term_set_add(&r->listed, input))
    vec_push(&r->fresh, input);
}

// What an array holds where nothing is known.
static term unknown_element(rewriting *r, term array, term index) {
  uint64_t key = hmap_pair(array.id, index.id);
  const uint64_t *known = hmap_find(&r->inputs, key);
  term input;
  if (known != NULL) {
    input = (term){(uint32_t)*known};
  } else {
    sort s = sort_element(r->tt, term_sort(r->tt, array));
    input_info info = {.kind = INPUT_CHOICE,
                       .name = "an element",
                       .type = {TYPE_OTHER, NULL},
                       .sort = s};
    input = program_add_input(r->out->program, &info);
    hmap_put(&r->inputs, key, input.id);
  }
  note_input(r, input);
  return input;
}

static term is_witness(rewriting *r, term index) {
  if (!sort_eq(term_sort(r->tt, index), r->index))
    return term_false(r->tt);
  return term_eq_make(r->tt, index, r->out->witness);
}

// --- arrays ------------------------------------------------------------------

static term cell_of(rewriting *r, term t) {
  switch (term_get_kind(r->tt, t)) {
  case TERM_STORE: {
    term at = is_witness(r, made_of(r, term_arg(r->tt, t, 1)));
    return term_ite(r->tt, at, made_of(r, term_arg(r->tt, t, 2)),
                    made_of(r, term_arg(r->tt, t, 0)));
  }
  case TERM_ITE:
    return term_ite(r->tt, made_of(r, term_arg(r->tt, t, 0)),
                    made_of(r, term_arg(r->tt, t, 1)),
                    made_of(r, term_arg(r->tt, t, 2)));
  case TERM_CONST_ARRAY:
    return made_of(r, term_arg(r->tt, t, 0));
  default: {
    const uint64_t *cell = hmap_find(&r->cells, t.id);
    if (cell != NULL)
      return (term){(uint32_t)*cell};
    return unknown_element(r, t, r->out->witness); // an input
  }
  }
}

static term element_elsewhere(rewriting *r, term array, term index) {
  const uint64_t *recent = hmap_find(&r->recent, array.id);
  term unknown = unknown_element(r, array, index);
  if (recent == NULL || !sort_eq(term_sort(r->tt, index), r->index))
    return unknown;
  return term_ite(r->tt, term_eq_make(r->tt, index, r->out->last),
                  (term){(uint32_t)*recent}, unknown);
}

// The element of an array term (not rewritten) at a rewritten index.
static term read(rewriting *r, term array, term index) {
  term conditions[64], values[64];
  uint32_t n = 0;
  while (term_get_kind(r->tt, array) == TERM_STORE && n < 64) {
    conditions[n] =
        term_eq_make(r->tt, index, made_of(r, term_arg(r->tt, array, 1)));
    values[n++] = made_of(r, term_arg(r->tt, array, 2));
    array = term_arg(r->tt, array, 0);
  }
  term v;
  if (term_get_kind(r->tt, array) == TERM_CONST_ARRAY)
    v = made_of(r, term_arg(r->tt, array, 0));
  else
    v = term_ite(r->tt, is_witness(r, index), made_of(r, array),
                 element_elsewhere(r, array, index));
  while (n-- > 0)
    v = term_ite(r->tt, conditions[n], values[n], v);
  return v;
}

// --- terms -------------------------------------------------------------------

static term rewrite_node(rewriting *r, term t) {
  uint32_t n = term_arity(r->tt, t);
  if (is_array(r, t))
    return cell_of(r, t);
  if (n == 0)
    return t;
  if (term_get_kind(r->tt, t) == TERM_SELECT)
    return read(r, term_arg(r->tt, t, 0), made_of(r, term_arg(r->tt, t, 1)));
  vec_clear(&r->args);
  for (uint32_t i = 0; i < n; i++) {
    r->is_bad |= is_array(r, term_arg(r->tt, t, i)); // arrays compared
    vec_push(&r->args, made_of(r, term_arg(r->tt, t, i)));
  }
  return r->is_bad ? t : term_with_args(r->tt, t, r->args.data);
}

static term rewrite(rewriting *r, term root) {
  uint32_t done = r->nodes.len;
  term_postorder(r->tt, &root, 1, &r->nodes_seen, &r->nodes);
  for (; done < r->nodes.len && !r->is_bad; done++) {
    term t = r->nodes.data[done];
    term_map_put(&r->made, t, rewrite_node(r, t).id);
    if (program_input(r->p, t) != NULL && !is_array(r, t))
      note_input(r, t);
  }
  return r->is_bad ? root : made_of(r, root);
}

// --- edges -------------------------------------------------------------------

static void forget_edge(rewriting *r) {
  term_map_clear(&r->made);
  term_set_clear(&r->nodes_seen);
  term_set_clear(&r->listed);
  vec_clear(&r->nodes);
  vec_clear(&r->fresh);
}

// The variable, its cell, or none if it is an array without one.
static var target_of(const rewriting *r, var v) {
  term t = program_variable_term(r->p, v);
  const uint64_t *cell = hmap_find(&r->cells, t.id);
  if (cell != NULL)
    return program_variable_of(r->out->program, (term){(uint32_t)*cell});
  return is_array(r, t) ? VAR_NONE : v;
}

static term assigned(const block *b, var v, term otherwise) {
  for (uint32_t i = 0; i < b->assignment_count; i++)
    if (b->assignments[i].target.id == v.id)
      return b->assignments[i].value;
  return otherwise;
}

// Behind the edge, the element of array i at the index read last is another
// one if that index or the array changes.
static bool follow_last(rewriting *r, const block *b, uint32_t i,
                        assignment *out) {
  term array = r->out->arrays.data[i], last = r->out->last;
  term now = assigned(b, program_variable_of(r->p, array), array);
  term index = assigned(b, program_variable_of(r->p, last), last);
  if (term_eq(now, array) && term_eq(index, last))
    return false;
  rewrite(r, now);
  term at = rewrite(r, index);
  out->target = program_variable_of(r->out->program, r->out->recent.data[i]);
  out->value = r->is_bad ? at : read(r, now, at);
  return true;
}

static void copy_edge(rewriting *r, edge e) {
  const block *old = program_edge_block(r->p, e);
  forget_edge(r);
  block b = {.guard = rewrite(r, old->guard)};
  VEC(assignment) all = {0};
  for (uint32_t i = 0; i < old->assignment_count; i++) {
    var to = target_of(r, old->assignments[i].target);
    if (to.id != 0)
      vec_push(&all, ((assignment){to, rewrite(r, old->assignments[i].value)}));
  }
  for (uint32_t i = 0; i < r->out->arrays.len && !r->is_bad; i++) {
    assignment a;
    if (follow_last(r, old, i, &a))
      vec_push(&all, a);
  }
  program_sort_assignments(all.data, all.len);
  b.assignments = all.data;
  b.assignment_count = all.len;
  b.inputs = r->fresh.data;
  b.input_count = r->fresh.len;
  if (!r->is_bad)
    program_add_edge(r->out->program, program_edge_from(r->p, e),
                     program_edge_to(r->p, e), &b, program_edge(r->p, e));
  vec_free(&all);
}

static term add_cell(rewriting *r, sort s) {
  var_info info = {.sort = s, .type = {TYPE_OTHER, NULL}};
  return program_variable_term(r->out->program,
                               program_add_variable(r->out->program, &info));
}

static void make_cells(rewriting *r) {
  for (uint32_t i = 1; i <= program_variable_count(r->p); i++) {
    term t = program_variable_term(r->p, (var){i});
    if (!is_array(r, t))
      continue;
    sort s = sort_element(r->tt, term_sort(r->tt, t));
    r->is_bad |= sort_get_kind(r->tt, s) == SORT_ARRAY;
    if (!sort_eq(sort_index(r->tt, term_sort(r->tt, t)), r->index))
      continue; // nothing is known of its elements
    term cell = add_cell(r, s), recent = add_cell(r, s);
    hmap_put(&r->cells, t.id, cell.id);
    hmap_put(&r->recent, t.id, recent.id);
    vec_push(&r->out->arrays, t);
    vec_push(&r->out->cells, cell);
    vec_push(&r->out->recent, recent);
  }
}

static void rewrite_all(rewriting *r) {
  program_copy_locations(r->out->program, r->p);
  for (uint32_t i = 1; i <= program_location_count(r->p) && !r->is_bad; i++) {
    const edge_vec *out = program_out_edges(r->p, (loc){i});
    hmap_clear(&r->inputs);
    for (uint32_t k = 0; k < out->len && !r->is_bad; k++)
      copy_edge(r, out->data[k]);
  }
}

// What no condition depends on goes; ids stay.
static void slice_program(cell_program *c) {
  program *sliced = slice(c->program);
  program_free(c->program);
  c->program = sliced;
}

bool cell_program_make(const watched *w, cell_program *out) {
  *out = (cell_program){0};
  rewriting r = {.p = w->program,
                 .tt = program_terms(w->program),
                 .index = w->index,
                 .out = out};
  out->program = program_new_like(w->program);
  out->witness = program_variable_term(w->program, w->witness);
  out->last = program_variable_term(w->program, w->last);
  make_cells(&r);
  if (!r.is_bad)
    rewrite_all(&r);
  if (!r.is_bad)
    slice_program(out);
  term_map_free(&r.made);
  term_set_free(&r.nodes_seen);
  term_set_free(&r.listed);
  hmap_free(&r.cells);
  hmap_free(&r.recent);
  hmap_free(&r.inputs);
  vec_free(&r.nodes);
  vec_free(&r.fresh);
  vec_free(&r.args);
  return !r.is_bad;
}

void cell_program_clear(cell_program *c) {
  if (c->program != NULL)
    program_free(c->program);
  vec_free(&c->arrays);
  vec_free(&c->cells);
  vec_free(&c->recent);
}

term cell_program_meaning(const cell_program *c, term formula) {
  terms *tt = program_terms(c->program);
  subst *s = subst_new(tt);
  for (uint32_t i = 0; i < c->cells.len; i++) {
    term array = c->arrays.data[i];
    subst_bind(s, c->cells.data[i], term_select(tt, array, c->witness));
    subst_bind(s, c->recent.data[i], term_select(tt, array, c->last));
  }
  term meaning = subst_apply(s, formula);
  subst_free(s);
  return meaning;
}
