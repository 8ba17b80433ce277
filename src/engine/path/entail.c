// SPDX-License-Identifier: Apache-2.0
// The conjuncts of a question are assumptions of one incremental solver, so
// that a label, or what a block does to it, is translated once however often it
// is asked about. A look at the conjuncts themselves comes first: labels made
// from the same interpolants contradict or imply each other without a solver.
#include "engine/path/entail.h"

#include <assert.h>

#include "base/hmap.h"
#include "base/mem.h"
#include "term/walk.h"

enum {
  MAX_CONFLICTS = 20000,  // of one question
  CHECKS_PER_SOLVER = 500 // then it is full of what is over
};

struct entailer {
  const engine_task *task;
  terms *tt;
  const solver_backend *backend;
  solver *solver;
  uint32_t checks; // of this solver
  term_vec parts;
  term_set seen;
  hmap implied; // (a, b) -> does a imply b?
};

entailer *entail_new(const engine_task *task) {
  entailer *o = mem_alloc(sizeof *o);
  *o = (entailer){.task = task, .tt = program_terms(task->program)};
  o->backend = engine_backend(task->env);
  return o;
}

void entail_free(entailer *o) {
  solver_free(o->solver);
  vec_free(&o->parts);
  term_set_free(&o->seen);
  hmap_free(&o->implied);
  mem_free(o);
}

// Does one of the parts say that another is wrong?
static bool is_plain(entailer *o) {
  term_set_clear(&o->seen);
  for (uint32_t i = 0; i < o->parts.len; i++) {
    term t = o->parts.data[i];
    if (term_is_false(o->tt, t) || term_set_has(&o->seen, term_not(o->tt, t)))
      return true;
    term_set_add(&o->seen, t);
  }
  return false;
}

static void renew_solver(entailer *o) {
  if (o->solver && o->checks < CHECKS_PER_SOLVER)
    return;
  solver_free(o->solver);
  o->solver = solver_new(o->backend, o->task->env, o->tt);
  solver_set_conflicts(o->solver, MAX_CONFLICTS);
  o->checks = 0;
}

bool entail_contradict(entailer *o, const term *formulas, uint32_t n) {
  vec_clear(&o->parts);
  for (uint32_t i = 0; i < n; i++)
    term_conjuncts(o->tt, formulas[i], &o->parts);
  if (o->parts.len == 0)
    return false;
  if (is_plain(o))
    return true;
  renew_solver(o);
  o->checks++;
  o->task->env->stats->prover_calls++;
  return solver_check(o->solver, o->parts.data, o->parts.len) == SMT_UNSAT;
}

// Each conjunct of b is one of a.
static bool is_part(entailer *o, term a, term b) {
  term_set_clear(&o->seen);
  vec_clear(&o->parts);
  term_conjuncts(o->tt, a, &o->parts);
  for (uint32_t i = 0; i < o->parts.len; i++)
    term_set_add(&o->seen, o->parts.data[i]);
  vec_clear(&o->parts);
  term_conjuncts(o->tt, b, &o->parts);
  for (uint32_t i = 0; i < o->parts.len; i++)
    if (!term_set_has(&o->seen, o->parts.data[i]))
      return false;
  return true;
}

bool entail_implies(entailer *o, term a, term b) {
  if (term_is_true(o->tt, b) || term_is_false(o->tt, a) || term_eq(a, b))
    return true;
  const uint64_t *known = hmap_find(&o->implied, hmap_pair(a.id, b.id));
  if (known)
    return *known != 0;
  term question[] = {a, term_not(o->tt, b)};
  bool answer = is_part(o, a, b) || entail_contradict(o, question, 2);
  hmap_put(&o->implied, hmap_pair(a.id, b.id), answer);
  return answer;
}
