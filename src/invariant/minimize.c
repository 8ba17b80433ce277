// SPDX-License-Identifier: Apache-2.0
// Minimizing a proof by unsatisfiable cores.
//
// What is needed is found backwards: the conjuncts that exclude a bad sink in
// one step, then those that make these inductive, and so on. Each question is
// asked with the conjuncts that are needed already first, then with more and
// more of the location's others: sums that are equal before all else, small
// ones before large ones, and products and quotients last. The core then says
// which to add. Among many ways to prove something that is the shortest, and
// the easiest to check. Everything that is needed at the end is justified by
// what is needed: the rest is not part of the proof.
#include "invariant/minimize.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"
#include "term/walk.h"
#include "term/subst.h"
#include "term/walk.h"

// Of the time that is left, and seconds if that has no end.
#define SHARE 0.5
#define MOST_SECONDS 1e6
// Of one question, beside ten times what the hardest one of the search took:
// what is harder than that (products that cancel, which the search saw without
// a solver) is hopeless here.
#define PATIENCE 0.5
#define HARDER 10

enum {
  FEW_FACTS = 4, // facts of the first trial; each next one has twice as many
  NO_EQUATION = 1000, // rank, in nodes, that a fact without an equation adds
  HARD = 100000
};

typedef struct {
  loc at;
  term formula;
  term marker;   // implies it
  uint32_t rank; // the smaller, the sooner
  bool is_needed;
} fact;

typedef VEC(uint32_t) fact_list;

typedef struct {
  const program *p;
  terms *tt;
  solver *solver;
  limits limits;   // of all questions
  double patience; // for one
  VEC(fact) facts;
  fact_list *at;   // by location, by rank
  fact_list queue; // needed facts, in the order in which they were found
  term_vec assumptions;
  fact_list asked; // facts behind the assumptions
} minimizer;

static bool is_division(term_kind kind) {
  return kind == TERM_BVUDIV || kind == TERM_BVUREM || kind == TERM_BVSDIV ||
         kind == TERM_BVSREM;
}

// By the number of nodes, but for equations and for what is hard to compute.
static uint32_t rank_of(const terms *tt, term formula) {
  term_set seen = {0};
  term_vec nodes = {0};
  term_postorder(tt, &formula, 1, &seen, &nodes);
  bool is_hard = term_has_products(tt, formula);
  for (uint32_t i = 0; i < nodes.len && !is_hard; i++)
    is_hard = is_division(term_get_kind(tt, nodes.data[i]));
  uint32_t rank = nodes.len + (is_hard ? HARD : 0);
  if (term_get_kind(tt, formula) != TERM_EQ)
    rank += NO_EQUATION;
  vec_free(&nodes);
  term_set_free(&seen);
  return rank;
}

static void add_fact(minimizer *t, loc at, term formula) {
  fact f = {.at = at, .formula = formula, .rank = rank_of(t->tt, formula)};
  f.marker = term_fresh(t->tt, "fact", sort_bool(t->tt));
  solver_assert(t->solver, term_implies(t->tt, f.marker, formula));
  vec_push(&t->at[at.id], t->facts.len);
  vec_push(&t->facts, f);
}

typedef struct {
  uint32_t rank, number;
} ranked;

static int compare_ranked(const void *a, const void *b) {
  const ranked *x = a, *y = b;
  if (x->rank != y->rank)
    return x->rank < y->rank ? -1 : 1;
  return x->number < y->number ? -1 : 1;
}

static void sort_facts(const minimizer *t, fact_list *list) {
  VEC(ranked) keys = {0};
  for (uint32_t i = 0; i < list->len; i++) {
    uint32_t number = list->data[i];
    vec_push(&keys, ((ranked){t->facts.data[number].rank, number}));
  }
  if (keys.len > 1)
    qsort(keys.data, keys.len, sizeof *keys.data, compare_ranked);
  for (uint32_t i = 0; i < list->len; i++)
    list->data[i] = keys.data[i].number;
  vec_free(&keys);
}

static void split(minimizer *t, loc at, term formula) {
  term_vec parts = {0};
  term_conjuncts(t->tt, formula, &parts);
  for (uint32_t i = 0; i < parts.len; i++)
    add_fact(t, at, parts.data[i]);
  sort_facts(t, &t->at[at.id]);
  vec_free(&parts);
}

static void need(minimizer *t, uint32_t i) {
  if (t->facts.data[i].is_needed)
    return;
  t->facts.data[i].is_needed = true;
  vec_push(&t->queue, i);
}

// Is the formula impossible, given what is needed of the location, and its
// first 'count' facts?
static bool is_excluded(minimizer *t, loc from, term formula, uint32_t count) {
  vec_clear(&t->assumptions);
  vec_clear(&t->asked);
  vec_push(&t->assumptions, formula);
  for (uint32_t i = 0; i < t->at[from.id].len; i++) {
    uint32_t number = t->at[from.id].data[i];
    if (i >= count && !t->facts.data[number].is_needed)
      continue;
    vec_push(&t->assumptions, t->facts.data[number].marker);
    vec_push(&t->asked, number);
  }
  limits one = limits_within(&t->limits, t->patience);
  solver_set_limits(t->solver, &one);
  smt_status status =
      solver_check(t->solver, t->assumptions.data, t->assumptions.len);
  solver_set_limits(t->solver, &t->limits); // the others end with this frame
  return status == SMT_UNSAT;
}

// Adds the facts that exclude it to what is needed. False: they do not.
static bool exclude(minimizer *t, loc from, term formula) {
  if (term_is_false(t->tt, formula) || is_excluded(t, from, formula, 0))
    return true;
  uint32_t all = t->at[from.id].len, count = FEW_FACTS;
  while (count < all && !is_excluded(t, from, formula, count))
    count *= 2;
  if (count >= all && !is_excluded(t, from, formula, all))
    return false;
  for (uint32_t i = 0; i < t->asked.len; i++)
    if (solver_failed(t->solver, i + 1))
      need(t, t->asked.data[i]);
  return true;
}

static bool exclude_bad_sinks(minimizer *t) {
  for (uint32_t i = 1; i <= program_edge_count(t->p); i++) {
    edge e = {i};
    loc_kind kind = program_kind(t->p, program_edge_to(t->p, e));
    if (loc_is_bad(kind) && !exclude(t, program_edge_from(t->p, e),
                                     program_edge_block(t->p, e)->guard))
      return false;
  }
  return true;
}

// The edge ends in a state in which the fact does not hold.
static term breaks(const minimizer *t, edge e, term formula) {
  const block *b = program_edge_block(t->p, e);
  subst *s = subst_new(t->tt);
  for (uint32_t i = 0; i < b->assignment_count; i++)
    subst_bind(s, program_variable_term(t->p, b->assignments[i].target),
               b->assignments[i].value);
  term after = subst_apply(s, formula);
  subst_free(s);
  return term_and(t->tt, b->guard, term_not(t->tt, after));
}

static bool justify(minimizer *t, uint32_t number) {
  fact f = t->facts.data[number];
  assert(f.is_needed);
  const edge_vec *in = program_in_edges(t->p, f.at);
  for (uint32_t i = 0; i < in->len; i++)
    if (!exclude(t, program_edge_from(t->p, in->data[i]),
                 breaks(t, in->data[i], f.formula)))
      return false;
  return true;
}

static void rebuild(const minimizer *t, term *invariant) {
  for (uint32_t l = 1; l <= program_location_count(t->p); l++) {
    term_vec kept = {0};
    for (uint32_t i = 0; i < t->at[l].len; i++) {
      const fact *f = &t->facts.data[t->at[l].data[i]];
      if (f->is_needed)
        vec_push(&kept, f->formula);
    }
    invariant[l] = term_and_n(t->tt, kept.data, kept.len);
    vec_free(&kept);
  }
}

static void minimizer_clear(minimizer *t) {
  for (uint32_t l = 1; l <= program_location_count(t->p); l++)
    vec_free(&t->at[l]);
  mem_free(t->at);
  vec_free(&t->facts);
  vec_free(&t->queue);
  vec_free(&t->assumptions);
  vec_free(&t->asked);
  solver_free(t->solver);
}

// The long proof is one, too: minimizing it must not take the time of its
// check.
static limits limits_to_minimize(const limits *outer) {
  double left = limits_left(outer) * SHARE;
  return limits_within(outer, left < MOST_SECONDS ? left : MOST_SECONDS);
}

bool minimize_invariants(const env *e, const program *p,
                         const solver_backend *backend, term *invariant) {
  uint32_t count = program_location_count(p);
  minimizer t = {.p = p, .tt = program_terms(p)};
  t.limits = limits_to_minimize(&e->limits);
  t.patience = PATIENCE + HARDER * env_hardest(e);
  t.solver = solver_new(backend, e, t.tt);
  t.at = mem_alloc(sizeof *t.at * (count + 1));
  for (uint32_t i = 1; i <= count; i++)
    split(&t, (loc){i}, invariant[i]);
  bool ok = exclude_bad_sinks(&t);
  for (uint32_t i = 0; ok && i < t.queue.len; i++)
    ok = limits_stop(&t.limits) == LIMIT_NONE && justify(&t, t.queue.data[i]);
  if (ok)
    rebuild(&t, invariant);
  minimizer_clear(&t);
  return ok;
}
