// SPDX-License-Identifier: Apache-2.0
// The search: by one row, or by those of the schedule, side by side in
// processes of their own or one after the other.
#include <assert.h>
#include <stdio.h>

#include "driver/features.h"
#include "driver/run.h"
#include "driver/schedule.h"
#include "driver/shares.h"
#include "frontend/property.h"
#include "report/route.h"
#include "smt/solver.h"

void search_alone(run *r) {
  const env *e = r->env;
  env share = *e;
  // What bits does not know (Boogie's integers) it would only refuse.
  options o = *e->options;
  if (o.solver == SOLVER_BITS && !solver_bits_knows(r->terms))
    o.solver = SOLVER_Z3;
  share.options = &o;
  r->hardest = 0;
  share.hardest = &r->hardest;
  if (e->options->certify != CERTIFY_OFF)
    share.limits = shares_to_search(&e->limits);
  engine_task task = {r->original, run_searched(r), &share, NULL};
  double start = timer_start();
  r->result = row_run(r->row, &task, r->constants);
  timer_stop(&e->stats->time_engine, start);
}

static bool wants_deeper(const result *found) {
  return found->unknown == UNKNOWN_BOUND && found->at.file != NULL;
}

// --- claims ------------------------------------------------------------------

static void say_where(claim *c, source_pos at) {
  snprintf(c->file, sizeof c->file, "%s", at.file ? at.file : "");
  c->line = at.file ? at.line : 0;
  c->col = at.col;
}

// The verdict stands, so that its last step is looked for without limits.
static void say_violation(const run *r, claim *c) {
  limits none = {.interrupt = r->env->limits.interrupt};
  strbuf message = {0};
  edge last = route_last_edge(r->original, &r->result->trace, &none, &message);
  snprintf(c->note, sizeof c->note, "%s", strbuf_text(&message));
  strbuf_free(&message);
  if (last.id == 0)
    return;
  const edge_info *e = program_edge(r->original, last);
  loc from = program_edge_from(r->original, last);
  c->violated = e->property;
  say_where(c, e->pos.line ? e->pos : program_location(r->original, from)->pos);
}

// Of the result of this process: an engine that is not the first of its lane
// inherits the portfolio, which has no claim yet.
static claim claim_of(const run *r) {
  assert(r->result);
  claim c = {.verdict = r->result->verdict,
             .is_internal_error = r->is_internal_error,
             .is_cut_short = r->result->unknown == UNKNOWN_TIME ||
                             r->result->unknown == UNKNOWN_CERTIFY,
             .wants_deeper = wants_deeper(r->result),
             .is_exhausted = r->result->is_exhausted,
             .is_construct = r->result->unknown == UNKNOWN_UNSUPPORTED,
             .unreached = r->unreached};
  const char *text = r->result->reason;
  snprintf(c.note, sizeof c.note, "%s",
           text ? text : verdict_name(r->result->verdict));
  say_where(&c, r->result->at);
  if (c.verdict == VERDICT_FALSE)
    say_violation(r, &c);
  return c;
}

claim search_claim(const run *r) {
  return r->portfolio ? r->claim : claim_of(r);
}

bool search_is_cut_short(const run *r) {
  return r->portfolio ? r->claim.wants_deeper : wants_deeper(r->result);
}

// --- several engines ---------------------------------------------------------

// One of the engines, within its own limits.
typedef struct {
  run *run;
  env env;    // of this engine
  limits all; // of all engines
  double cpu; // that was used before
  double cpu_at_start;
} one_engine;

static void search_with(void *data, const row *by, const env *e, claim *out) {
  one_engine *one = data;
  run *r = one->run;
  one->all = r->env->limits;
  one->cpu_at_start = clock_cpu();
  one->env = *e;
  r->env = &one->env;
  r->row = by;
  search_alone(r);
  one->env.limits = shares_to_certify(&one->all, &e->limits);
  conclude(r);
  *out = claim_of(r);
}

// More time does not help an engine past what another one could not get past.
static void say_constructs(run *r, const char *in_the_way) {
  if (r->result->unknown == UNKNOWN_TIME && in_the_way[0] != '\0')
    result_unknown(r->result, UNKNOWN_TIME, r->result->at, "%s; in the way: %s",
                   r->result->reason, in_the_way);
}

// In the process of the engine.
static void report_chosen(void *data, const report_order *order, outcome *out) {
  one_engine *one = data;
  run *r = one->run;
  r->others = order->others;
  say_constructs(r, order->in_the_way);
  r->other_cpu = order->cpu + one->cpu;
  r->start_cpu = one->cpu_at_start;
  r->verdicts = order->asked->all.len > 0 ? order->asked : NULL;
  if (order->is_part)
    deliver_part_own(r, &out->text);
  else
    deliver_own(r, out);
}

static void search_side_by_side(run *r) {
  one_engine one = {.run = r, .cpu = clock_cpu() - r->start_cpu};
  portfolio_work work = {search_with, report_chosen, &one};
  schedule s = schedule_make(schedule_lanes(r->env->options),
                             features_of(run_statements(r)));
  r->portfolio = portfolio_start(r->env, &s, &work);
  r->claim = portfolio_choose(r->portfolio);
  portfolio_rest(r->portfolio);
}

// One turn of the schedule in this process. True: that was the last one needed.
static bool take_turn(run *r, schedule_turns *t, board *told) {
  const env *all = r->env;
  if (r->result)
    result_free(r->result);
  env its = *all;
  its.board = told;
  const schedule_entry *e = schedule_take(t, &all->limits, &its.limits);
  one_engine one = {.run = r};
  claim c;
  search_with(&one, row_of(e->row), &its, &c);
  r->env = all;
  if (c.is_cut_short)
    schedule_note_cut_short(t);
  return c.verdict != VERDICT_UNKNOWN || c.wants_deeper || c.is_internal_error;
}

// One lane in this process, where we must not fork or all runs should be the
// same.
static void search_in_turn(run *r) {
  schedule s = schedule_make(1, features_of(run_statements(r)));
  const options *o = r->env->options;
  board *told = o->exchange && !o->deterministic ? board_new(1) : NULL;
  schedule_turns t = schedule_begin(s.of[0], &r->env->limits);
  bool is_over = false;
  while (!is_over && schedule_peek(&t) != NULL)
    is_over = take_turn(r, &t, told) ||
              (t.round > 0 && limits_stop(&r->env->limits) != LIMIT_NONE);
  board_free(told);
}

static void search_all(run *r) {
  if (r->row->engine) {
    search_alone(r);
    conclude(r);
  } else if (r->env->may_fork && !r->env->options->deterministic) {
    search_side_by_side(r);
  } else {
    search_in_turn(r);
  }
}

// Time is left for parts of the question, where it has any.
void search_answer(run *r) {
  uint32_t placed = verdicts_placed(r->original);
  const env *all = r->env;
  r->search_env = *all;
  if (r->has_more && property_group(placed) != placed)
    r->search_env.limits = shares_part(&all->limits, SHARES_WHOLE);
  r->env = &r->search_env; // which outlives the portfolio
  search_all(r);
  r->env = all;
}
