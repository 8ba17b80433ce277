// SPDX-License-Identifier: Apache-2.0
// The queries of the induction step, and how the evidence is made of what was
// proved: labels at the loop heads with the invariants and k.
#include "engine/induction/inductive.h"

#include <assert.h>

#include "base/mem.h"
#include "engine/labels.h"
#include "invariant/deduction.h"
#include "invariant/minimize.h"

#define SMALLER_K_SECONDS 1.0 // for trying one

static void give_up_blocks(inductive *i, const char *name) {
  limit_kind kind = limits_stop(&i->task.env->limits);
  i->falsifier = bmc_new(&i->task, name);
  result_unknown(bmc_result(i->falsifier), unknown_of_limit(kind),
                 (source_pos){0}, "%s while making blocks", limit_name(kind));
}

bool inductive_init(inductive *i, const engine_task *task, const char *name) {
  const solver_backend *backend = engine_backend(task->env);
  *i = (inductive){.task = *task, .tt = program_terms(task->original)};
  i->keeps_all = task->candidates != NULL && task->candidates->is_hard;
  if (!invariants_init(&i->known, task->env, task->original, task->program,
                       backend)) {
    give_up_blocks(i, name);
    return false;
  }
  i->known.given = task->candidates;
  i->task.program = i->known.program;
  i->system = i->known.system;
  i->invariant = i->known.invariant;
  i->falsifier = bmc_new(&i->task, name);
  i->solver = solver_new(backend, task->env, i->tt);
  return true;
}

result *inductive_end(inductive *i) {
  result *r = bmc_end(i->falsifier);
  solver_free(i->solver);
  invariants_clear(&i->known);
  return r;
}

double inductive_elapsed(const inductive *i) {
  return invariants_elapsed(&i->known);
}

// --- the step of k-induction -------------------------------------------------

// What is assumed about the k visits of a path from 'from'.
static void assume_visits(inductive *i, loc from, uint32_t k,
                          const bool *simple, term_vec *out) {
  vec_push(out, i->invariant[from.id]);
  for (uint32_t visit = 1; visit < k; visit++) {
    vec_push(out, transition_holds_after(i->system, from, visit, i->invariant));
    for (uint32_t earlier = 0; simple != NULL && earlier < visit; earlier++)
      vec_push(out, term_not(i->tt, transition_same(i->system, from, earlier,
                                                    visit, simple)));
  }
}

static smt_status ask_step(inductive *i, loc from, uint32_t k,
                           const bool *simple) {
  term bad = transition_bad(i->system, from, k);
  if (term_is_false(i->tt, bad))
    return SMT_UNSAT;
  term_vec assumed = {0};
  vec_push(&assumed, bad);
  assume_visits(i, from, k, simple, &assumed);
  smt_status status = solver_check(i->solver, assumed.data, assumed.len);
  vec_free(&assumed);
  return status;
}

step_status inductive_step(inductive *i, uint32_t k, const bool *simple,
                           const limits *l, uint32_t conflicts) {
  assert(k >= 1);
  const loc_vec *heads = transition_heads(i->system);
  step_status answer = STEP_HOLDS;
  solver_set_limits(i->solver, l);
  solver_set_conflicts(i->solver, conflicts);
  for (uint32_t n = 0; n < heads->len && answer == STEP_HOLDS; n++) {
    loc from = heads->data[n];
    if (limits_stop(l) != LIMIT_NONE ||
        !transition_unroll(i->system, from, k, l)) {
      answer = STEP_UNKNOWN;
      break;
    }
    smt_status status = ask_step(i, from, k, simple);
    if (status != SMT_UNSAT)
      answer = status == SMT_SAT ? STEP_FAILS : STEP_UNKNOWN;
  }
  solver_set_limits(i->solver, &i->task.env->limits);
  solver_set_conflicts(i->solver, 0);
  return answer;
}

bool inductive_step_deduced(inductive *i, const limits *l) {
  const loc_vec *heads = transition_heads(i->system);
  bool holds = true;
  for (uint32_t n = 0; holds && n < heads->len; n++) {
    loc from = heads->data[n];
    holds = limits_stop(l) == LIMIT_NONE &&
            transition_unroll(i->system, from, 1, l) &&
            deduction_excludes(i->tt, i->invariant[from.id],
                               transition_bad(i->system, from, 1));
  }
  return holds;
}

bool inductive_base(inductive *i) {
  smt_status status = bmc_check_stops(i->falsifier);
  i->is_hopeless = status == SMT_SAT;
  return status == SMT_UNSAT;
}

// --- evidence ----------------------------------------------------------------

// What the proof says of each location, by its id.
static term *collect_labels(const inductive *i, const term *formulas) {
  const program *p = i->task.program;
  uint32_t count = program_location_count(p);
  term *labels = mem_alloc(sizeof *labels * (count + 1));
  for (uint32_t l = 0; l <= count; l++)
    labels[l] = term_true(i->tt);
  const loc_vec *heads = transition_heads(i->system);
  for (uint32_t n = 0; n < heads->len; n++) {
    uint32_t l = heads->data[n].id;
    labels[l] = i->invariant[l];
    if (formulas != NULL && !term_is_none(formulas[l]))
      labels[l] = term_and(i->tt, formulas[l], labels[l]);
  }
  return labels;
}

uint32_t inductive_least_k(inductive *i, uint32_t k) {
  if (k == 1)
    return 1;
  limits share = limits_within(&i->task.env->limits, SMALLER_K_SECONDS);
  return inductive_step(i, 1, NULL, &share, 0) == STEP_HOLDS ? 1 : k;
}

void inductive_prove(inductive *i, uint32_t k, const term *formulas) {
  result *r = bmc_result(i->falsifier);
  assert(r->verdict == VERDICT_UNKNOWN && r->proof.labels.len == 0);
  term *labels = collect_labels(i, formulas);
  if (k == 1 && !i->keeps_all)
    (void)minimize_invariants(i->task.env, i->task.program,
                              engine_backend(i->task.env), labels);
  const loc_vec *heads = transition_heads(i->system);
  for (uint32_t n = 0; n < heads->len; n++) {
    loc l = heads->data[n];
    proof_label label = {program_origin(i->task.program, l), labels[l.id]};
    vec_push(&r->proof.labels, label);
  }
  labels_complete(i->task.original, &r->proof);
  mem_free(labels);
  r->verdict = VERDICT_TRUE;
  r->proof.kind = PROOF_INVARIANT;
  r->proof.k = k;
}
