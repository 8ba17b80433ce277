// SPDX-License-Identifier: Apache-2.0
// Where the values that contracts speak of are taken.
#include <assert.h>

#include "base/hmap.h"
#include "base/mem.h"
#include "certify/contract/parts.h"
#include "term/walk.h"

typedef enum { NO_FORMAL, AT_START, AT_CALL, AT_RETURN } role;

typedef struct {
  parts *s;
  role *roles;         // by variable
  uint32_t *functions; // by variable that is a formal: whose
  hmap taken;          // inputs that are spoken for
} formals;

// --- who is who --------------------------------------------------------------

static bool is_variable(const program *p, var v, var_reach reach) {
  return v.id != 0 && v.id <= program_variable_count(p) &&
         program_variable(p, v)->reach == reach;
}

static bool add_formal(formals *f, var v, role as, uint32_t function) {
  if (!is_variable(f->s->p, v, VAR_PRIVATE) || f->roles[v.id] != NO_FORMAL)
    return parts_refuse(f->s, "a formal is no variable of its own");
  f->roles[v.id] = as;
  f->functions[v.id] = function;
  return true;
}

static bool have_same_sort(const parts *s, var a, var b) {
  return sort_eq(program_variable(s->p, a)->sort,
                 program_variable(s->p, b)->sort);
}

static bool is_global(formals *f, var formal, var global) {
  return (is_variable(f->s->p, global, VAR_SHARED) &&
          have_same_sort(f->s, formal, global)) ||
         parts_refuse(f->s, "a formal stands for what is not shared");
}

static bool add_parameter(formals *f, const open_parameter *p, uint32_t k) {
  if (!add_formal(f, p->at_start, AT_START, k) ||
      !add_formal(f, p->at_call, AT_CALL, k))
    return false;
  if (!have_same_sort(f->s, p->at_start, p->at_call))
    return parts_refuse(f->s, "a parameter changes its sort");
  return p->global.id == 0 || is_global(f, p->at_start, p->global);
}

static bool add_result(formals *f, const open_function *o, uint32_t i,
                       uint32_t k) {
  const open_result *r = &o->results[i];
  for (uint32_t j = 0; r->global.id != 0 && j < i; j++)
    if (o->results[j].global.id == r->global.id)
      return parts_refuse(f->s, "two results are one variable");
  return add_formal(f, r->at_return, AT_RETURN, k) &&
         (r->global.id == 0 || is_global(f, r->at_return, r->global));
}

static bool find_formals(formals *f) {
  bool ok = true;
  for (uint32_t k = 0; ok && k < f->s->o->functions.len; k++) {
    const open_function *o = &f->s->o->functions.data[k];
    for (uint32_t i = 0; ok && i < o->parameter_count; i++)
      ok = add_parameter(f, &o->parameters[i], k);
    for (uint32_t i = 0; ok && i < o->result_count; i++)
      ok = add_result(f, o, i, k);
  }
  return ok;
}

// --- set here ----------------------------------------------------------------

static bool is_listed(const block *b, term input) {
  for (uint32_t i = 0; i < b->input_count; i++)
    if (term_eq(b->inputs[i], input))
      return true;
  return false;
}

// At the start of a body: an input of its own, or the value of the global
// before anything was done.
static bool is_taken_at_start(formals *f, const open_parameter *p,
                              const block *b) {
  const assignment *a = parts_assignment(b, p->at_start);
  if (a == NULL)
    return false;
  if (p->global.id != 0)
    return term_eq(a->value, program_variable_term(f->s->p, p->global));
  if (term_is_none(p->input) || !term_eq(a->value, p->input) ||
      !is_listed(b, p->input) || hmap_find(&f->taken, p->input.id) != NULL)
    return false;
  hmap_put(&f->taken, p->input.id, 1);
  return true;
}

static bool check_start(formals *f, const open_function *o) {
  const edge_vec *in = program_in_edges(f->s->p, o->at);
  assert(in->len == 1);
  const block *b = program_edge_block(f->s->p, in->data[0]);
  for (uint32_t i = 0; i < o->parameter_count; i++)
    if (!is_taken_at_start(f, &o->parameters[i], b))
      return parts_refuse(f->s, "a parameter is not what the body begins with");
  return true;
}

// Is the formal set, and to the global's value there if it has one?
static bool is_taken_at(const parts *s, const block *b, var formal,
                        var global) {
  const assignment *a = parts_assignment(b, formal);
  return a != NULL && (global.id == 0 ||
                       term_eq(a->value, parts_value_behind(s->p, b, global)));
}

static bool check_arguments(formals *f, const open_call *c) {
  const open_function *o = &f->s->o->functions.data[c->function];
  const edge_vec *in = program_in_edges(f->s->p, c->at);
  for (uint32_t e = 0; e < in->len; e++)
    for (uint32_t i = 0; i < o->parameter_count; i++)
      if (!is_taken_at(f->s, program_edge_block(f->s->p, in->data[e]),
                       o->parameters[i].at_call, o->parameters[i].global))
        return parts_refuse(f->s, "a call does not set what it passes");
  return true;
}

static bool check_results(formals *f, const open_return *r) {
  const open_function *o = &f->s->o->functions.data[r->function];
  const edge_vec *in = program_in_edges(f->s->p, r->at);
  for (uint32_t e = 0; e < in->len; e++)
    for (uint32_t i = 0; i < o->result_count; i++)
      if (!is_taken_at(f->s, program_edge_block(f->s->p, in->data[e]),
                       o->results[i].at_return, o->results[i].global))
        return parts_refuse(f->s, "a return does not set what it gives");
  return true;
}

// --- and nowhere else --------------------------------------------------------

// By location: what may be set on the edges that lead there.
typedef struct {
  role *role;
  uint32_t *function;
} places;

static void note_place(places *at, loc l, role as, uint32_t function) {
  at->role[l.id] = as;
  at->function[l.id] = function;
}

static void find_places(const open_calls *o, places *at) {
  for (uint32_t k = 0; k < o->functions.len; k++)
    note_place(at, o->functions.data[k].at, AT_START, k);
  for (uint32_t k = 0; k < o->calls.len; k++)
    note_place(at, o->calls.data[k].at, AT_CALL, o->calls.data[k].function);
  for (uint32_t k = 0; k < o->returns.len; k++)
    note_place(at, o->returns.data[k].at, AT_RETURN,
               o->returns.data[k].function);
}

static bool is_set_here(const formals *f, const places *at, loc to, var v) {
  return f->roles[v.id] == NO_FORMAL ||
         (f->roles[v.id] == at->role[to.id] &&
          f->functions[v.id] == at->function[to.id]);
}

static bool reads_formal(const formals *f, term t, term_set *seen) {
  term_vec found = {0};
  bool is_read = false;
  term_variables(f->s->tt, &t, 1, seen, &found);
  for (uint32_t i = 0; i < found.len; i++)
    is_read |=
        f->roles[program_variable_of(f->s->p, found.data[i]).id] != NO_FORMAL;
  vec_free(&found);
  return is_read;
}

static bool check_edge(formals *f, const places *at, edge e, term_set *seen) {
  const block *b = program_edge_block(f->s->p, e);
  loc to = program_edge_to(f->s->p, e);
  bool is_read = reads_formal(f, b->guard, seen);
  for (uint32_t i = 0; i < b->assignment_count; i++) {
    is_read |= reads_formal(f, b->assignments[i].value, seen);
    if (!is_set_here(f, at, to, b->assignments[i].target))
      return parts_refuse(f->s, "a formal is set where it should not be");
  }
  return !is_read || parts_refuse(f->s, "the program reads a formal");
}

static bool check_edges(formals *f) {
  size_t n = (size_t)program_location_count(f->s->p) + 1;
  places at = {mem_alloc(n * sizeof *at.role),
               mem_alloc(n * sizeof *at.function)};
  term_set seen = {0};
  bool ok = true;
  find_places(f->s->o, &at);
  for (uint32_t i = 1; ok && i <= program_edge_count(f->s->p); i++)
    ok = check_edge(f, &at, (edge){i}, &seen);
  term_set_free(&seen);
  mem_free(at.role);
  mem_free(at.function);
  return ok;
}

// --- what a call comes to ----------------------------------------------------

static void take_listed(formals *f) {
  for (uint32_t i = 1; i <= program_edge_count(f->s->p); i++) {
    const block *b = program_edge_block(f->s->p, (edge){i});
    for (uint32_t j = 0; j < b->input_count; j++)
      hmap_put(&f->taken, b->inputs[j].id, 1);
  }
}

static bool has_fresh_inputs(formals *f, const open_function *o,
                             const block *way) {
  if (way->input_count != o->result_count)
    return false;
  for (uint32_t i = 0; i < way->input_count; i++) {
    term input = way->inputs[i];
    if (term_is_none(input) || program_input(f->s->p, input) == NULL ||
        hmap_find(&f->taken, input.id) != NULL ||
        !sort_eq(term_sort(f->s->tt, input),
                 program_variable(f->s->p, o->results[i].at_return)->sort))
      return false;
    hmap_put(&f->taken, input.id, 1);
  }
  return true;
}

// Does the result that the value is go there?
static bool is_result(const formals *f, const open_function *o,
                      const block *way, const assignment *a) {
  uint32_t i = 0;
  while (i < o->result_count && !term_eq(way->inputs[i], a->value))
    i++;
  if (i == o->result_count)
    return false;
  var global = o->results[i].global;
  return global.id != 0 ? a->target.id == global.id
                        : is_variable(f->s->p, a->target, VAR_PRIVATE) &&
                              f->roles[a->target.id] == NO_FORMAL;
}

static bool assigns_results(const formals *f, const open_function *o,
                            const block *way) {
  for (uint32_t i = 0; i < way->assignment_count; i++)
    if (!is_result(f, o, way, &way->assignments[i]))
      return false;
  for (uint32_t i = 0; i < o->result_count; i++)
    if (o->results[i].global.id != 0 &&
        parts_assignment(way, o->results[i].global) == NULL)
      return false;
  return true;
}

static bool check_way(formals *f, const open_call *c) {
  const open_function *o = &f->s->o->functions.data[c->function];
  if (!term_is_true(f->s->tt, c->way.guard))
    return parts_refuse(f->s, "what a call comes to has a condition");
  if (!has_fresh_inputs(f, o, &c->way))
    return parts_refuse(f->s, "results of a call are no inputs of their own");
  return assigns_results(f, o, &c->way) ||
         parts_refuse(f->s, "a call does not assign its results alone");
}

// --- all ---------------------------------------------------------------------

static bool check_places(formals *f) {
  const open_calls *o = f->s->o;
  bool ok = true;
  for (uint32_t k = 0; ok && k < o->functions.len; k++)
    ok = check_start(f, &o->functions.data[k]);
  for (uint32_t k = 0; ok && k < o->calls.len; k++)
    ok = check_arguments(f, &o->calls.data[k]);
  for (uint32_t k = 0; ok && k < o->returns.len; k++)
    ok = check_results(f, &o->returns.data[k]);
  return ok;
}

static bool check_ways(formals *f) {
  bool ok = true;
  take_listed(f);
  for (uint32_t k = 0; ok && k < f->s->o->calls.len; k++)
    ok = check_way(f, &f->s->o->calls.data[k]);
  return ok;
}

bool formals_check(parts *s) {
  size_t n = (size_t)program_variable_count(s->p) + 1;
  formals f = {.s = s,
               .roles = mem_alloc(n * sizeof *f.roles),
               .functions = mem_alloc(n * sizeof *f.functions)};
  bool ok =
      find_formals(&f) && check_places(&f) && check_edges(&f) && check_ways(&f);
  mem_free(f.roles);
  mem_free(f.functions);
  hmap_free(&f.taken);
  return ok;
}
