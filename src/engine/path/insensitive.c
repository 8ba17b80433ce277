// SPDX-License-Identifier: Apache-2.0
// Full path insensitivity as far as paths of one length go, which E. Ermis, J.
// Hoenicke and A. Podelski ("Splitting via Interpolants", VMCAI 2012) leave as
// future work. Their Definition 4, with the edges into and out of the location
// that it leaves out.
//
// Prefixes are frames of an unrolling from the entry, suffixes what is bad
// within the rest of the length behind the location (encode/transition.h):
// loops are unrolled, and branches are inside the formulas, so that there is
// one question per location on the path however many paths there are.
//
// So that the interpolants of a path form an inductive sequence, the states
// that one edge leads to from the last interpolant join the prefixes. They
// cannot go wrong within the rest: the last interpolant excludes that within
// one step more.
#include "engine/path/insensitive.h"

#include <assert.h>

#include "base/mem.h"
#include "encode/unroll.h"
#include "interpolate/interpolate.h"
#include "term/walk.h"

enum { WAYS, BAD, GROUP_COUNT };

struct insensitive {
  const engine_task *task;
  const program *p;
  terms *tt;
  transition *system;
  unroller *prefixes;
  interpolator *interpolator;
};

insensitive *insensitive_new(const engine_task *task, transition *system) {
  insensitive *x = mem_alloc(sizeof *x);
  *x = (insensitive){.task = task, .p = task->program, .system = system};
  x->tt = program_terms(x->p);
  x->prefixes = unroll_new(x->p, program_entry(x->p), UNROLL_SUBSTITUTE);
  x->interpolator = itp_new(engine_interpolation(task->env), task->env, x->tt);
  for (int g = 0; g < GROUP_COUNT; g++)
    itp_add_group(x->interpolator);
  return x;
}

void insensitive_free(insensitive *x) {
  if (!x)
    return;
  unroll_free(x->prefixes);
  itp_free(x->interpolator);
  mem_free(x);
}

static void state_variables(const insensitive *x, term formula, term_vec *out) {
  term_set seen = {0};
  term_vec all = {0};
  term_variables(x->tt, &formula, 1, &seen, &all);
  for (uint32_t i = 0; i < all.len; i++)
    if (program_variable_of(x->p, all.data[i]).id != 0)
      vec_push(out, all.data[i]);
  vec_free(&all);
  term_set_free(&seen);
}

// The ways of exactly k edges from the entry to l. The entry's state has the
// names before a step: the variables' own names are for the state at l.
static term prefix(insensitive *x, uint32_t k, loc l,
                   const term_vec *variables) {
  term reached = unroll_reached(x->prefixes, k, l);
  if (term_is_false(x->tt, reached))
    return reached;
  term_vec parts = {0};
  vec_push(&parts, transition_before(x->system, reached));
  for (uint32_t i = 0; i < variables->len; i++) {
    var v = program_variable_of(x->p, variables->data[i]);
    term then =
        transition_before(x->system, unroll_state(x->prefixes, k, l, v));
    vec_push(&parts, term_eq_make(x->tt, variables->data[i], then));
  }
  term all = term_and_n(x->tt, parts.data, parts.len);
  vec_free(&parts);
  return all;
}

static bool unroll_to(insensitive *x, uint32_t k) {
  while (unroll_depth(x->prefixes) < k)
    if (!unroll_extend(x->prefixes, &x->task->env->limits))
      return false;
  return true;
}

// What is known at the location before the last edge of a way.
typedef struct {
  edge via;
  term start; // the last interpolant, and what holds anyway
} last_step;

static term ways_to(insensitive *x, uint32_t most, const last_step *last,
                    const term_vec *variables) {
  loc l = program_edge_to(x->p, last->via);
  term any = transition_arrive(x->system, last->via, last->start, variables);
  for (uint32_t k = 1; k <= most; k++)
    any = term_or(x->tt, any, prefix(x, k, l, variables));
  return any;
}

// 'most' edges lead to the location, and 'left' on from it.
static bool ask(insensitive *x, uint32_t most, uint32_t left,
                const last_step *last, term holds, term *out) {
  loc l = program_edge_to(x->p, last->via);
  if (!transition_unroll(x->system, l, left, &x->task->env->limits))
    return false;
  term bad = transition_bad_within(x->system, l, left);
  term_vec variables = {0};
  state_variables(x, bad, &variables);
  for (uint32_t g = 0; g < GROUP_COUNT; g++)
    itp_clear_group(x->interpolator, g);
  itp_assert(x->interpolator, WAYS, ways_to(x, most, last, &variables));
  itp_assert(x->interpolator, BAD, bad);
  itp_assert(x->interpolator, BAD, holds);
  vec_free(&variables);
  uint32_t cut = BAD;
  x->task->env->stats->prover_calls++;
  return itp_check(x->interpolator, &cut, 1, out) == ITP_FOUND;
}

bool insensitive_find(insensitive *x, const edge *path, uint32_t n,
                      const term *known, term *out) {
  assert(n >= 1);
  if (!unroll_to(x, n))
    return false;
  term start = known[program_edge_from(x->p, path[0]).id];
  for (uint32_t k = 0; k + 1 < n; k++) {
    loc l = program_edge_to(x->p, path[k]);
    last_step last = {path[k], start};
    if (!ask(x, k + 1, n - k - 1, &last, known[l.id], &out[k]))
      return false;
    start = term_and(x->tt, out[k], known[l.id]);
  }
  return true;
}
