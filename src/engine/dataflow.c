// SPDX-License-Identifier: Apache-2.0
// Data-flow analysis as an engine of its own.
//
// D. Beyer, P.-C. Chien, N.-Z. Lee: "CPA-DF: A Tool for Configurable Interval
// Analysis to Boost Program Verification" (ASE 2023). Each publication of DF
// (domain/df.h) is inductive. It is a proof if no edge into a bad sink can be
// taken in a state of it; a solver is asked that, which sees connections
// between facts that the analysis does not. Then what the proof does not need
// is left out: people and judges want it short.
#include "engine/dataflow.h"

#include <assert.h>
#include <inttypes.h>

#include "base/mem.h"
#include "domain/df.h"
#include "engine/labels.h"
#include "invariant/minimize.h"
#include "smt/solver.h"

typedef struct {
  const engine_task *task;
  const env *env;
  terms *tt;
  result *result;
  solver *solver;
  df *df;
  term *invariant; // by location of the searched program
  uint64_t round;  // that it is from
} df_search;

static void search_init(df_search *s, const engine_task *task) {
  *s = (df_search){.task = task, .env = task->env};
  s->tt = program_terms(task->program);
  const solver_backend *backend = engine_backend(s->env);
  s->result = result_new("df");
  s->result->finder = engine_finder(s->env);
  s->solver = solver_new(backend, s->env, s->tt);
  uint32_t count = program_location_count(task->program) + 1;
  s->invariant = mem_alloc(sizeof *s->invariant * count);
  s->df = df_start(task->env, task->program);
}

static void search_clear(df_search *s) {
  df_stop(s->df);
  solver_free(s->solver);
  mem_free(s->invariant);
}

// --- proofs -----------------------------------------------------------------

static bool is_bad(const program *p, edge e) {
  return loc_is_bad(program_kind(p, program_edge_to(p, e)));
}

// Some state of the invariant takes an edge into a bad sink. Edges share no
// variables but those of the state and inputs, and only one can be taken.
static term bad_step(const df_search *s) {
  const program *p = s->task->program;
  term any = term_false(s->tt);
  for (uint32_t i = 1; i <= program_edge_count(p); i++) {
    edge e = {i};
    if (!is_bad(p, e))
      continue;
    term from = s->invariant[program_edge_from(p, e).id];
    term taken = term_and(s->tt, from, program_edge_block(p, e)->guard);
    any = term_or(s->tt, any, taken);
  }
  return any;
}

static bool is_labelled(const program *p, loc l) {
  loc_kind kind = program_kind(p, l);
  return kind != LOC_ENTRY && !loc_is_sink(kind);
}

static void minimize(df_search *s) {
  df_stop(s->df);
  s->df = NULL;
  (void)minimize_invariants(s->env, s->task->program, engine_backend(s->env),
                            s->invariant);
}

static void answer_true(df_search *s) {
  const program *p = s->task->program;
  minimize(s);
  assert(s->result->verdict == VERDICT_UNKNOWN);
  s->result->verdict = VERDICT_TRUE;
  s->result->proof.kind = PROOF_INVARIANT;
  s->result->proof.k = 1;
  for (uint32_t i = 1; i <= program_location_count(p); i++) {
    loc l = {i};
    if (!is_labelled(p, l))
      continue;
    proof_label label = {program_origin(p, l), s->invariant[i]};
    vec_push(&s->result->proof.labels, label);
  }
  labels_complete(s->task->original, &s->result->proof);
}

static bool is_proof(df_search *s) {
  term bad = bad_step(s);
  return term_is_false(s->tt, bad) ||
         solver_check(s->solver, &bad, 1) == SMT_UNSAT;
}

// --- the search -------------------------------------------------------------

static void give_up(df_search *s) {
  limit_kind kind = limits_stop(&s->env->limits);
  unknown_kind why =
      kind == LIMIT_NONE ? UNKNOWN_ENGINE : unknown_of_limit(kind);
  result_unknown(s->result, why, (source_pos){0},
                 "%s after %" PRIu64
                 " round%s of data-flow analysis, whose invariants do not "
                 "exclude an error",
                 kind == LIMIT_NONE ? "nothing more to gain" : limit_name(kind),
                 s->round, s->round == 1 ? "" : "s");
}

result *dataflow_run(const engine_task *task) {
  df_search s;
  search_init(&s, task);
  bool is_found = false, is_over = false;
  while (!is_found && !is_over) {
    df_wait(s.df, limits_left(&s.env->limits), s.round + 1);
    is_over = df_has_finished(s.df);
    uint64_t before = s.round;
    s.round = df_read(s.df, s.tt, s.invariant);
    env_progress(s.env, "df: round %" PRIu64, s.round);
    is_found = s.round > before && is_proof(&s);
    is_over |= limits_stop(&s.env->limits) != LIMIT_NONE;
  }
  if (is_found)
    answer_true(&s);
  else
    give_up(&s);
  search_clear(&s);
  return s.result;
}
