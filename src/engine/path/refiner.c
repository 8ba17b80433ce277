// SPDX-License-Identifier: Apache-2.0
// The engine's trail checks a path with one query and interpolates an
// infeasible one at each of its locations. An execution that was found is
// replayed before it becomes the answer.
#include "engine/path/refiner.h"

#include <assert.h>
#include <inttypes.h>

#include "base/mem.h"
#include "base/unreachable.h"
#include "engine/labels.h"
#include "invariant/minimize.h"
#include "program/loops.h"
#include "smt/solver.h"

#define MINIMIZE_SECONDS 1.0

void refiner_init(refiner *r, const engine_task *task, const char *name) {
  *r = (refiner){.task = task, .env = task->env, .p = task->program};
  r->tt = program_terms(r->p);
  r->result = result_new(name);
  r->result->finder = engine_finder(r->env);
  r->trail = trail_new(task);
}

void refiner_clear(refiner *r) {
  trail_free(r->trail);
  vec_free(&r->path);
  vec_free(&r->labels);
  vec_free(&r->interpolants);
}

static const char *plural(uint64_t n) { return n == 1 ? "" : "s"; }

refiner_status refiner_give_up(refiner *r, const char *what,
                               const char *reason) {
  assert(r->result->verdict == VERDICT_UNKNOWN);
  limit_kind kind = limits_stop(&r->env->limits);
  if (kind != LIMIT_NONE)
    result_unknown(r->result, unknown_of_limit(kind), (source_pos){0},
                   "%s after %" PRIu64 " refinement step%s", limit_name(kind),
                   r->steps, plural(r->steps));
  else
    result_unknown(r->result, UNKNOWN_SOLVER, (source_pos){0},
                   "%s after %" PRIu64 " refinement step%s: %s", what, r->steps,
                   plural(r->steps), reason);
  return REFINER_DONE;
}

void refiner_count_step(refiner *r) {
  r->steps++;
  r->env->stats->refinements++;
}

// --- paths -------------------------------------------------------------------

static refiner_status answer_false(refiner *r) {
  r->result->verdict = VERDICT_FALSE;
  trail_record(r->trail, r->result);
  return REFINER_DONE;
}

// The run ended in a sink that stands for what we do not know.
static refiner_status answer_stopped(refiner *r, edge last) {
  result_stopped(r->result, r->task->original, last);
  return REFINER_DONE;
}

static refiner_status answer_feasible(refiner *r) {
  edge last;
  if (!trail_replay(r->trail, &last))
    return refiner_give_up(r, "the path to a sink was not run to its end",
                           trail_reason(r->trail));
  loc end = program_edge_to(r->p, vec_last(&r->path));
  bool is_error = program_kind(r->p, end) == LOC_ERROR;
  return is_error ? answer_false(r) : answer_stopped(r, last);
}

static refiner_status refute(refiner *r) {
  vec_resize(&r->interpolants, r->path.len);
  if (!trail_interpolate(r->trail, r->interpolants.data))
    return refiner_give_up(r, "interpolation gave up", trail_reason(r->trail));
  return REFINER_GO_ON;
}

static refiner_status stop_here(refiner *r) {
  result_unknown(r->result, UNKNOWN_BOUND, (source_pos){0},
                 "no answer within %" PRIu64 " refinement step%s", r->steps,
                 plural(r->steps));
  return REFINER_DONE;
}

refiner_status refiner_examine(refiner *r) {
  assert(r->path.len > 0);
  uint64_t most = (uint64_t)r->env->options->refinements;
  if (most > 0 && r->steps >= most)
    return stop_here(r);
  assert(r->labels.len == 0 || r->labels.len == r->path.len + 1);
  const term *labels = r->labels.len > 0 ? r->labels.data : NULL;
  r->env->stats->prover_calls++;
  switch (trail_check(r->trail, r->path.data, r->path.len, labels)) {
  case SMT_SAT:
    return answer_feasible(r);
  case SMT_UNSAT:
    return r->is_plain ? REFINER_GO_ON : refute(r);
  case SMT_UNKNOWN:
    return refiner_give_up(r, "the solver gave up on an error path",
                           trail_reason(r->trail));
  }
  UNREACHABLE();
}

// --- evidence ----------------------------------------------------------------

static bool is_inner(const program *p, loc l) {
  return !loc_is_sink(program_kind(p, l)) && l.id != program_entry(p).id;
}

// Labels are the loop heads of the original program, and all locations of a
// program of larger blocks.
static void label_proof(refiner *r, const term *formulas) {
  const program *original = r->task->original;
  uint32_t count = program_location_count(original);
  loops *found = loops_find(original);
  term *known = mem_alloc(sizeof *known * (count + 1));
  for (uint32_t i = 1; i <= program_location_count(r->p); i++) {
    loc origin = program_origin(r->p, (loc){i});
    if (is_inner(r->p, (loc){i}) &&
        (program_is_derived(r->p) || found->is_head[origin.id]))
      known[origin.id] = formulas[i];
  }
  for (uint32_t i = 1; i <= count; i++)
    if (!term_is_none(known[i])) {
      proof_label label = {{i}, known[i]};
      vec_push(&r->result->proof.labels, label);
    }
  labels_complete(original, &r->result->proof);
  mem_free(known);
  loops_free(found);
}

// For people: it takes little time, or is not done.
static void minimize(const refiner *r, term *formulas) {
  env e = *r->env;
  e.limits = limits_within(&r->env->limits, MINIMIZE_SECONDS);
  minimize_invariants(&e, r->p, engine_backend(r->env), formulas);
}

refiner_status refiner_prove(refiner *r, term (*invariant)(void *data, loc l),
                             void *data) {
  uint32_t count = program_location_count(r->p);
  term *formulas = mem_alloc(sizeof *formulas * (count + 1));
  for (uint32_t i = 1; i <= count; i++)
    formulas[i] =
        is_inner(r->p, (loc){i}) ? invariant(data, (loc){i}) : term_true(r->tt);
  if (r->minimizes_proofs)
    minimize(r, formulas);
  label_proof(r, formulas);
  mem_free(formulas);
  r->result->verdict = VERDICT_TRUE;
  r->result->proof.kind = PROOF_INVARIANT;
  r->result->proof.k = 1;
  return REFINER_DONE;
}
