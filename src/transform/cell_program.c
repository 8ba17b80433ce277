// SPDX-License-Identifier: Apache-2.0
// The terms of an edge are rewritten bottom up, for each witness. An
// array-sorted term becomes its cell; a read goes down the stores to the
// variable, where it is the cell if the index is the witness, and else an
// input: one for each location, array and index, so that all edges of a
// location read the same.
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
  term_map made[MOST_WITNESSES]; // of the edge: term -> rewritten, or the cell
                                 // of an array
  hmap arrays;    // array variable -> its place among those with cells
  hmap inputs;    // (array, index) of this location -> input
  term_vec fresh; // inputs of this edge
  term_set nodes_seen, listed;
  term_vec nodes, args;
  bool is_bad;
} rewriting;

static bool is_array(const rewriting *r, term t) {
  return sort_get_kind(r->tt, term_sort(r->tt, t)) == SORT_ARRAY;
}

// Of an array, the cell at witness k.
static term cell_made_of(const rewriting *r, term t, uint32_t k) {
  uint32_t id = 0;
  bool found = term_map_find(&r->made[k], t, &id);
  assert(found);
  (void)found;
  return (term){id};
}

static term made_of(const rewriting *r, term t) {
  return cell_made_of(r, t, 0);
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

static term is_index(rewriting *r, term index, term which) {
  if (!sort_eq(term_sort(r->tt, index), r->index))
    return term_false(r->tt);
  return term_eq_make(r->tt, index, which);
}

// The place of the array variable's first cell; false: it has none.
static bool find_cells(const rewriting *r, term array, uint32_t *place) {
  const uint64_t *known = hmap_find(&r->arrays, array.id);
  if (known != NULL)
    *place = (uint32_t)*known * r->out->count;
  return known != NULL;
}

// --- arrays ------------------------------------------------------------------

static term cell_of(rewriting *r, term t, uint32_t k) {
  uint32_t place = 0;
  switch (term_get_kind(r->tt, t)) {
  case TERM_STORE: {
    term index = made_of(r, term_arg(r->tt, t, 1));
    return term_ite(r->tt, is_index(r, index, r->out->witness[k]),
                    made_of(r, term_arg(r->tt, t, 2)),
                    cell_made_of(r, term_arg(r->tt, t, 0), k));
  }
  case TERM_ITE:
    return term_ite(r->tt, made_of(r, term_arg(r->tt, t, 0)),
                    cell_made_of(r, term_arg(r->tt, t, 1), k),
                    cell_made_of(r, term_arg(r->tt, t, 2), k));
  case TERM_CONST_ARRAY:
    return made_of(r, term_arg(r->tt, t, 0));
  default:
    if (find_cells(r, t, &place))
      return r->out->cells.data[place + k];
    return unknown_element(r, t, r->out->witness[k]); // an input
  }
}

static term element_elsewhere(rewriting *r, term array, term index) {
  term v = unknown_element(r, array, index);
  uint32_t place = 0;
  if (!find_cells(r, array, &place))
    return v;
  for (uint32_t k = r->out->count; k-- > 0;)
    v = term_ite(r->tt, is_index(r, index, r->out->last[k]),
                 r->out->recent.data[place + k], v);
  return v;
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
    v = element_elsewhere(r, array, index);
  for (uint32_t k = r->out->count; k-- > 0;)
    v = term_ite(r->tt, is_index(r, index, r->out->witness[k]),
                 cell_made_of(r, array, k), v);
  while (n-- > 0)
    v = term_ite(r->tt, conditions[n], values[n], v);
  return v;
}

// --- terms -------------------------------------------------------------------

static term rewrite_node(rewriting *r, term t) {
  uint32_t n = term_arity(r->tt, t);
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
    for (uint32_t k = 0; is_array(r, t) && k < r->out->count; k++)
      term_map_put(&r->made[k], t, cell_of(r, t, k).id);
    if (!is_array(r, t))
      term_map_put(&r->made[0], t, rewrite_node(r, t).id);
    if (program_input(r->p, t) != NULL && !is_array(r, t))
      note_input(r, t);
  }
  return r->is_bad ? root : made_of(r, root);
}

// --- edges -------------------------------------------------------------------

static void forget_edge(rewriting *r) {
  for (uint32_t k = 0; k < r->out->count; k++)
    term_map_clear(&r->made[k]);
  term_set_clear(&r->nodes_seen);
  term_set_clear(&r->listed);
  vec_clear(&r->nodes);
  vec_clear(&r->fresh);
}

typedef VEC(assignment) assignments;

// What is assigned to a variable, or to each of its cells.
static void rewrite_assignment(rewriting *r, const assignment *a,
                               assignments *to) {
  term v = program_variable_term(r->p, a->target);
  uint32_t place = 0;
  if (!is_array(r, v)) {
    vec_push(to, ((assignment){a->target, rewrite(r, a->value)}));
    return;
  }
  if (!find_cells(r, v, &place))
    return;
  rewrite(r, a->value);
  for (uint32_t k = 0; k < r->out->count && !r->is_bad; k++) {
    term cell = r->out->cells.data[place + k];
    var target = program_variable_of(r->out->program, cell);
    vec_push(to, ((assignment){target, cell_made_of(r, a->value, k)}));
  }
}

static term assigned(const block *b, var v, term otherwise) {
  for (uint32_t i = 0; i < b->assignment_count; i++)
    if (b->assignments[i].target.id == v.id)
      return b->assignments[i].value;
  return otherwise;
}

// Behind the edge, the element of array i at the k-th index read last is
// another one if that index or the array changes.
static bool follow_last(rewriting *r, const block *b, uint32_t i, uint32_t k,
                        assignment *out) {
  term array = r->out->arrays.data[i], last = r->out->last[k];
  term recent = r->out->recent.data[i * r->out->count + k];
  term now = assigned(b, program_variable_of(r->p, array), array);
  term index = assigned(b, program_variable_of(r->p, last), last);
  if (term_eq(now, array) && term_eq(index, last))
    return false;
  rewrite(r, now);
  term at = rewrite(r, index);
  out->target = program_variable_of(r->out->program, recent);
  out->value = r->is_bad ? at : read(r, now, at);
  return true;
}

static void copy_edge(rewriting *r, edge e) {
  const block *old = program_edge_block(r->p, e);
  forget_edge(r);
  block b = {.guard = rewrite(r, old->guard)};
  assignments all = {0};
  for (uint32_t i = 0; i < old->assignment_count; i++)
    rewrite_assignment(r, &old->assignments[i], &all);
  for (uint32_t i = 0; i < r->out->recent.len && !r->is_bad; i++) {
    assignment a;
    if (follow_last(r, old, i / r->out->count, i % r->out->count, &a))
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
    hmap_put(&r->arrays, t.id, r->out->arrays.len);
    vec_push(&r->out->arrays, t);
    for (uint32_t k = 0; k < r->out->count; k++) {
      vec_push(&r->out->cells, add_cell(r, s));
      vec_push(&r->out->recent, add_cell(r, s));
    }
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
  *out = (cell_program){.count = w->count};
  const program *p = w->extended.program;
  rewriting r = {.p = p, .tt = program_terms(p), .index = w->index, .out = out};
  out->program = program_new_like(p);
  for (uint32_t k = 0; k < w->count; k++) {
    out->witness[k] = program_variable_term(p, w->witness[k]);
    out->last[k] = program_variable_term(p, w->last[k]);
  }
  make_cells(&r);
  if (!r.is_bad)
    rewrite_all(&r);
  if (!r.is_bad)
    slice_program(out);
  for (uint32_t k = 0; k < out->count; k++)
    term_map_free(&r.made[k]);
  term_set_free(&r.nodes_seen);
  term_set_free(&r.listed);
  hmap_free(&r.arrays);
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
    term array = c->arrays.data[i / c->count];
    uint32_t k = i % c->count;
    subst_bind(s, c->cells.data[i], term_select(tt, array, c->witness[k]));
    subst_bind(s, c->recent.data[i], term_select(tt, array, c->last[k]));
  }
  term meaning = subst_apply(s, formula);
  subst_free(s);
  return meaning;
}
