// SPDX-License-Identifier: Apache-2.0
// Both programs are walked side by side, edge by edge. Whatever is not the same
// must be one of the additions that never block an execution of the original.
#include "certify/extension.h"

#include "base/mem.h"
#include "certify/prefixes.h"
#include "term/walk.h"

typedef struct {
  const program *p, *q;
  const terms *tt;
  bool *is_assigned;  // by variable of q
  prefixes *prefixes; // those found on the way
  uint32_t *chosen;   // by variable of q: the last error edge that does; 0:
                      // none
} extension;

static bool is_additional(const extension *x, var v) {
  return v.id > program_variable_count(x->p);
}

static bool is_choice(const extension *x, term t) {
  var v = program_variable_of(x->q, t);
  return v.id != 0 && is_additional(x, v) && !x->is_assigned[v.id];
}

// --- the same names ----------------------------------------------------------

static bool has_same_variables(const extension *x) {
  uint32_t n = program_variable_count(x->p);
  bool ok = program_variable_count(x->q) >= n &&
            program_input_count(x->q) == program_input_count(x->p);
  for (uint32_t i = 1; ok && i <= n; i++)
    ok = term_eq(program_variable_term(x->p, (var){i}),
                 program_variable_term(x->q, (var){i}));
  return ok;
}

static bool has_same_locations(const extension *x) {
  uint32_t n = program_location_count(x->p);
  bool ok = program_location_count(x->q) == n &&
            program_entry(x->q).id == program_entry(x->p).id;
  for (uint32_t i = 1; ok && i <= n; i++)
    ok = program_kind(x->p, (loc){i}) == program_kind(x->q, (loc){i});
  return ok;
}

// --- the same edges ----------------------------------------------------------

// No choice, and no variable that neither program has.
static bool is_plain(const extension *x, term t) {
  term_set seen = {0};
  term_vec found = {0};
  bool ok = true;
  term_variables(x->tt, &t, 1, &seen, &found);
  for (uint32_t i = 0; i < found.len; i++)
    ok &= !is_choice(x, found.data[i]) &&
          (program_variable_of(x->q, found.data[i]).id != 0 ||
           program_input(x->q, found.data[i]) != NULL);
  term_set_free(&seen);
  vec_free(&found);
  return ok;
}

// t = c for a choice c, which is noted, and is the edge's only one with c:
// there might be no choice for two.
static bool is_chosen(extension *x, edge e, term t) {
  for (uint32_t i = 0; term_get_kind(x->tt, t) == TERM_EQ && i < 2; i++) {
    term c = term_arg(x->tt, t, i);
    if (!is_choice(x, c) || !is_plain(x, term_arg(x->tt, t, 1 - i)))
      continue;
    uint32_t *chosen = &x->chosen[program_variable_of(x->q, c).id];
    bool is_first = *chosen != e.id;
    *chosen = e.id;
    return is_first;
  }
  return false;
}

static bool is_in(const term_vec *all, term t) {
  for (uint32_t i = 0; i < all->len; i++)
    if (term_eq(all->data[i], t))
      return true;
  return false;
}

// Is each of these parts of a guard one of p's, but for equations with choices
// on an edge into the error, or for conditions on prefix arrays on another one?
static bool has_fair_parts(extension *x, edge e, bool is_error,
                           const term_vec *old, const term_vec *new_) {
  bool ok = true;
  for (uint32_t i = 0; ok && i < new_->len; i++)
    ok = is_in(old, new_->data[i]) ||
         (is_error ? is_chosen(x, e, new_->data[i])
                   : prefixes_note(x->prefixes, e, new_->data[i]));
  return ok;
}

static bool has_fair_guard(extension *x, edge e, bool is_error) {
  term_vec old = {0}, new_ = {0};
  term_flatten(x->tt, TERM_AND, program_edge_block(x->p, e)->guard, &old);
  term_flatten(x->tt, TERM_AND, program_edge_block(x->q, e)->guard, &new_);
  bool ok = has_fair_parts(x, e, is_error, &old, &new_);
  vec_free(&old);
  vec_free(&new_);
  return ok;
}

// The assignments of p's edge, then those of records.
static bool has_fair_assignments(const extension *x, const block *old,
                                 const block *new_) {
  bool ok = new_->assignment_count >= old->assignment_count;
  for (uint32_t i = 0; ok && i < new_->assignment_count; i++) {
    const assignment *a = &new_->assignments[i];
    if (i < old->assignment_count)
      ok = a->target.id == old->assignments[i].target.id &&
           term_eq(a->value, old->assignments[i].value);
    else
      ok = is_additional(x, a->target) && is_plain(x, a->value);
  }
  return ok;
}

// What an edge does not list would keep its value from visit to visit.
static bool has_same_inputs(const block *old, const block *new_) {
  bool ok = old->input_count == new_->input_count;
  for (uint32_t i = 0; ok && i < old->input_count; i++)
    ok = term_eq(old->inputs[i], new_->inputs[i]);
  return ok;
}

static bool has_fair_edge(extension *x, edge e) {
  const block *old = program_edge_block(x->p, e);
  const block *new_ = program_edge_block(x->q, e);
  loc to = program_edge_to(x->p, e);
  bool is_error = program_kind(x->p, to) == LOC_ERROR;
  return program_edge_to(x->q, e).id == to.id &&
         program_edge_from(x->q, e).id == program_edge_from(x->p, e).id &&
         has_fair_guard(x, e, is_error) && has_same_inputs(old, new_) &&
         has_fair_assignments(x, old, new_);
}

static void find_assigned(extension *x) {
  for (uint32_t i = 1; i <= program_edge_count(x->q); i++) {
    const block *b = program_edge_block(x->q, (edge){i});
    for (uint32_t j = 0; j < b->assignment_count; j++)
      x->is_assigned[b->assignments[j].target.id] = true;
  }
}

static bool has_fair_edges(extension *x) {
  bool ok = true;
  for (uint32_t i = 1; ok && i <= program_edge_count(x->p); i++)
    ok = has_fair_edge(x, (edge){i});
  for (uint32_t i = 1; ok && i <= program_variable_count(x->q); i++)
    ok = x->chosen[i] == 0 || !prefixes_has(x->prefixes, (var){i});
  return ok && prefixes_are_fair(x->prefixes);
}

bool extension_is_fair(const program *p, const program *q) {
  extension x = {.p = p, .q = q, .tt = program_terms(p)};
  if (program_terms(q) != x.tt || !has_same_variables(&x) ||
      !has_same_locations(&x) || program_edge_count(p) != program_edge_count(q))
    return false;
  size_t variables = program_variable_count(q) + 1;
  x.is_assigned = mem_alloc(sizeof *x.is_assigned * variables);
  x.chosen = mem_alloc(sizeof *x.chosen * variables);
  x.prefixes = prefixes_new(p, q);
  find_assigned(&x);
  bool ok = has_fair_edges(&x);
  prefixes_free(x.prefixes);
  mem_free(x.is_assigned);
  mem_free(x.chosen);
  return ok;
}
