// SPDX-License-Identifier: Apache-2.0
// Each head has a solver that knows the clauses of all levels there, each under
// the flag of its level; so a question about a step from level i assumes the
// flags of i and of all higher levels, and the solver learns from one question
// for the next. The clause of a cube is inductive relative to a level if no
// edge leads from there into the cube, the entry's edges among them.
#include "engine/reach/levels.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"

typedef struct {
  uint32_t level;
  term_vec cube; // sorted
} clause;

// What is known of a head, as the start of steps.
typedef struct {
  solver *solver; // NULL: nobody asked yet
  VEC(clause) clauses;
} place;

struct levels {
  bounded *base;
  terms *tt;
  const program *p;
  place *places;  // by location
  term_vec flags; // by level; there is no level 0
  // The last question:
  term_vec asked;
  uint32_t first_literal; // in 'asked'
  const place *from;
  bool is_pushing; // it was about a fixed point
  arena *values;
  VEC(bool) needed; // by literal of a cube
};

levels *levels_new(bounded *base) {
  levels *v = mem_alloc(sizeof *v);
  *v = (levels){.base = base, .tt = base->base.tt, .values = arena_new()};
  v->p = base->base.task.program;
  v->places = mem_alloc(sizeof *v->places * base->locations);
  vec_push(&v->flags, term_false(v->tt));
  return v;
}

static void place_clear(place *at) {
  solver_free(at->solver);
  for (uint32_t i = 0; i < at->clauses.len; i++)
    vec_free(&at->clauses.data[i].cube);
  vec_free(&at->clauses);
}

void levels_free(levels *v) {
  for (uint32_t l = 0; l < v->base->locations; l++)
    place_clear(&v->places[l]);
  mem_free(v->places);
  vec_free(&v->flags);
  vec_free(&v->asked);
  vec_free(&v->needed);
  arena_free(v->values);
  mem_free(v);
}

uint32_t levels_top(const levels *v) { return v->flags.len - 1; }

void levels_open(levels *v) {
  vec_push(&v->flags, term_fresh(v->tt, "level", sort_bool(v->tt)));
}

// --- clauses -----------------------------------------------------------------

static term cube_formula(const levels *v, const term_vec *cube) {
  return term_and_n(v->tt, cube->data, cube->len);
}

static solver *solver_at(levels *v, loc l) {
  place *at = &v->places[l.id];
  const env *e = v->base->base.task.env;
  if (at->solver == NULL)
    at->solver = solver_new(engine_backend(e), e, v->tt);
  return at->solver;
}

static void assert_clause(levels *v, loc l, const clause *c) {
  term excluded = term_not(v->tt, cube_formula(v, &c->cube));
  solver_assert(solver_at(v, l),
                term_implies(v->tt, v->flags.data[c->level], excluded));
}

// Both are sorted.
static bool is_part(const term_vec *part, const term_vec *whole) {
  uint32_t k = 0;
  for (uint32_t i = 0; i < whole->len && k < part->len; i++)
    k += whole->data[i].id == part->data[k].id;
  return k == part->len;
}

bool levels_exclude(const levels *v, loc l, uint32_t i, const term_vec *cube) {
  const place *at = &v->places[l.id];
  for (uint32_t k = 0; k < at->clauses.len; k++) {
    const clause *c = &at->clauses.data[k];
    if (c->level >= i && is_part(&c->cube, cube))
      return true;
  }
  return false;
}

// What the new clause says is not kept twice.
static void drop_weaker(place *at, uint32_t level, const term_vec *cube) {
  uint32_t kept = 0;
  for (uint32_t k = 0; k < at->clauses.len; k++) {
    clause *c = &at->clauses.data[k];
    if (c->level <= level && is_part(cube, &c->cube))
      vec_free(&c->cube);
    else
      at->clauses.data[kept++] = *c;
  }
  at->clauses.len = kept;
}

static void add_clause(levels *v, loc l, uint32_t level, const term_vec *cube) {
  place *at = &v->places[l.id];
  drop_weaker(at, level, cube);
  clause c = {.level = level};
  for (uint32_t i = 0; i < cube->len; i++)
    vec_push(&c.cube, cube->data[i]);
  vec_push(&at->clauses, c);
  assert_clause(v, l, &c);
}

// --- questions ---------------------------------------------------------------

static void assume_source(levels *v, loc from, uint32_t i) {
  for (uint32_t k = i > 1 ? i - 1 : 1; k < v->flags.len; k++)
    vec_push(&v->asked, v->flags.data[k]);
  if (v->is_pushing || v->base->strengthen != STRENGTHEN_FIXPOINT)
    vec_push(&v->asked, v->base->base.invariant[from.id]);
}

// Before the first step, nothing is at a head.
static bool is_at_start(const levels *v, edge e, uint32_t i) {
  return i <= 1 && program_edge_from(v->p, e).id != program_entry(v->p).id;
}

smt_status levels_ask(levels *v, edge e, uint32_t i, const term_vec *cube) {
  loc from = program_edge_from(v->p, e), to = program_edge_to(v->p, e);
  if (is_at_start(v, e, i))
    return SMT_UNSAT;
  solver *s = solver_at(v, from);
  v->from = &v->places[from.id];
  vec_clear(&v->asked);
  if (from.id != program_entry(v->p).id)
    assume_source(v, from, i);
  if (from.id == to.id)
    vec_push(&v->asked, term_not(v->tt, cube_formula(v, cube)));
  vec_push(&v->asked, program_edge_block(v->p, e)->guard);
  v->first_literal = v->asked.len;
  for (uint32_t k = 0; k < cube->len; k++)
    vec_push(&v->asked,
             transition_behind(v->base->base.system, e, cube->data[k]));
  solver_set_limits(s, v->base->limits ? v->base->limits
                                       : &v->base->base.task.env->limits);
  v->base->base.task.env->stats->prover_calls++;
  return solver_check(s, v->asked.data, v->asked.len);
}

static int compare_terms(const void *a, const void *b) {
  uint32_t x = ((const term *)a)->id, y = ((const term *)b)->id;
  return (x > y) - (x < y);
}

void levels_read_cube(levels *v, const precision *pi, term_vec *cube) {
  loc l = {(uint32_t)(v->from - v->places)};
  const predicate_list *tracked = precision_at(pi, l);
  vec_clear(cube);
  arena_reset(v->values);
  for (uint32_t k = 0; k < tracked->len; k++) {
    term t = precision_predicate(pi, tracked->data[k]);
    value is_true = solver_value(v->from->solver, t, v->values);
    vec_push(cube, value_is_true(is_true) ? t : term_not(v->tt, t));
  }
  if (cube->len > 0)
    qsort(cube->data, cube->len, sizeof *cube->data, compare_terms);
}

// After SMT_UNSAT: which literals of the cube the refutation needs.
static void note_needed(levels *v, uint32_t count) {
  for (uint32_t k = 0; k < count; k++)
    v->needed.data[k] |= solver_failed(v->from->solver, v->first_literal + k);
}

static void keep_needed(const levels *v, term_vec *cube) {
  uint32_t kept = 0;
  for (uint32_t k = 0; k < cube->len; k++)
    if (v->needed.data[k])
      cube->data[kept++] = cube->data[k];
  cube->len = kept;
}

smt_status levels_reach(levels *v, loc l, uint32_t i, term_vec *cube,
                        edge *by) {
  const edge_vec *in = program_in_edges(v->p, l);
  vec_clear(&v->needed);
  vec_resize(&v->needed, cube->len);
  for (uint32_t n = 0; n < in->len; n++) {
    *by = in->data[n];
    smt_status status = levels_ask(v, *by, i, cube);
    if (status != SMT_UNSAT)
      return status;
    if (!is_at_start(v, *by, i))
      note_needed(v, cube->len);
  }
  keep_needed(v, cube);
  return SMT_UNSAT;
}

// --- larger cubes ------------------------------------------------------------

// Is the cube without literal k unreachable as well? Then it becomes that, or
// even less.
static bool drop_literal(levels *v, loc l, uint32_t i, term_vec *cube,
                         uint32_t k) {
  term_vec smaller = {0};
  edge by;
  for (uint32_t n = 0; n < cube->len; n++)
    if (n != k)
      vec_push(&smaller, cube->data[n]);
  bool is_dropped = levels_reach(v, l, i, &smaller, &by) == SMT_UNSAT;
  if (is_dropped) {
    vec_clear(cube);
    for (uint32_t n = 0; n < smaller.len; n++)
      vec_push(cube, smaller.data[n]);
  }
  vec_free(&smaller);
  return is_dropped;
}

void levels_block(levels *v, loc l, uint32_t i, term_vec *cube) {
  for (uint32_t k = cube->len; k-- > 0;)
    if (k < cube->len)
      (void)drop_literal(v, l, i, cube, k);
  bounded_add_set(v->base, l, term_not(v->tt, cube_formula(v, cube)));
  edge by;
  while (i < levels_top(v) && levels_reach(v, l, i + 1, cube, &by) == SMT_UNSAT)
    i++;
  add_clause(v, l, i, cube);
}

// --- fixed points ------------------------------------------------------------

// The clause moves one level up if it can. The cube stays as it is.
static smt_status push_clause(levels *v, loc l, uint32_t k) {
  clause *c = &v->places[l.id].clauses.data[k];
  const edge_vec *in = program_in_edges(v->p, l);
  for (uint32_t n = 0; n < in->len; n++) {
    smt_status status = levels_ask(v, in->data[n], c->level + 1, &c->cube);
    if (status != SMT_UNSAT)
      return status;
  }
  c->level++;
  assert_clause(v, l, c);
  return SMT_UNSAT;
}

// SMT_UNSAT: all clauses of that very level went up.
static smt_status push_level(levels *v, uint32_t i) {
  const loc_vec *heads = transition_heads(v->base->base.system);
  smt_status all = SMT_UNSAT;
  for (uint32_t n = 0; n < heads->len; n++) {
    const place *at = &v->places[heads->data[n].id];
    for (uint32_t k = 0; k < at->clauses.len; k++)
      if (at->clauses.data[k].level == i) {
        smt_status status = push_clause(v, heads->data[n], k);
        if (status == SMT_UNKNOWN)
          return SMT_UNKNOWN;
        all = status == SMT_SAT ? SMT_SAT : all;
      }
  }
  return all;
}

static term level_formula(const levels *v, loc l, uint32_t i) {
  const place *at = &v->places[l.id];
  term all = term_true(v->tt);
  for (uint32_t k = 0; k < at->clauses.len; k++)
    if (at->clauses.data[k].level >= i)
      all =
          term_and(v->tt, all,
                   term_not(v->tt, cube_formula(v, &at->clauses.data[k].cube)));
  return all;
}

smt_status levels_push(levels *v, term *out) {
  smt_status status = SMT_SAT;
  v->is_pushing = true;
  for (uint32_t i = 1; i < levels_top(v) && status == SMT_SAT; i++) {
    status = push_level(v, i);
    for (uint32_t l = 1; status == SMT_UNSAT && l < v->base->locations; l++)
      out[l] = level_formula(v, (loc){l}, i + 1);
  }
  v->is_pushing = false;
  return status;
}
