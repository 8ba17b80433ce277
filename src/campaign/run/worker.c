// SPDX-License-Identifier: Apache-2.0
// Jobs are tried in the order of the plan, beginning at a place of the worker's
// own, so that workers seldom compete for the same job.
#include "campaign/run/worker.h"

#include <assert.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/limits.h"
#include "campaign/journal.h"
#include "campaign/run/lease.h"
#include "campaign/run/running.h"
#include "campaign/run/stopping.h"
#include "campaign/show/tree.h"

typedef struct {
  plan plan;
  lease lease;
  char host[64];
  diag d;
} worker;

static void take_job(void *data, const char *json, size_t size) {
  plan_read_job(data, json, size);
}

static bool read_plan(worker *w, const char *folder) {
  strbuf path = {0};
  uint32_t dropped = 0;
  strbuf_printf(&path, "%s/plan.log", folder);
  bool ok =
      journal_read(strbuf_text(&path), take_job, &w->plan, &dropped, &w->d);
  if (ok && dropped)
    ok = diag_set(&w->d, DIAG_INPUT, (source_pos){strbuf_text(&path), 0, 0},
                  "the plan is damaged");
  strbuf_free(&path);
  return ok;
}

// --- one job ----------------------------------------------------------------

static void on_tick(void *data) { lease_beat(data, false); }

static bool hand_in(worker *w, uint32_t number, const record *r) {
  assert(number < w->plan.jobs.len);
  strbuf json = {0}, line = {0};
  bool won;
  record_print_line(r, &json);
  journal_print_line(strbuf_text(&json), &line);
  bool ok = lease_hand_in(&w->lease, number, r->attempt, &line, &won, &w->d);
  strbuf_free(&json);
  strbuf_free(&line);
  w->lease.jobs.data[number].has_result |= ok;
  return ok;
}

// A job that is canceled, or a node that goes down, ends the tool and the
// worker by the same signals, in any order. Whoever sees the tool end that way
// waits for its own end, before it blames the tool.
static bool is_end_of_worker(const run_outcome *o) {
  enum { LOOKS = 40, LOOK_MS = 50 };
  if (o->end != RUN_ENDED || !WIFSIGNALED(o->code) ||
      (WTERMSIG(o->code) != SIGTERM && WTERMSIG(o->code) != SIGKILL))
    return false;
  const struct timespec pause = {.tv_nsec = LOOK_MS * 1000000L};
  for (int i = 0; i < LOOKS && !*stopping_flag(); i++)
    nanosleep(&pause, NULL);
  return *stopping_flag();
}

// False: stop working.
static bool run_job(worker *w, uint32_t number, uint32_t attempt) {
  assert(number < w->plan.jobs.len && attempt < LEASE_ATTEMPTS);
  const job *j = &w->plan.jobs.data[number];
  run_hooks hooks = {stopping_flag(), on_tick, &w->lease};
  run_outcome o;
  running_run(&j->argv, &j->about.limits, &hooks, &o);
  bool ok = o.end != RUN_STOPPED && !is_end_of_worker(&o);
  // The plan was made where the tool is: this node is at fault, not the tool.
  if (o.end == RUN_FAILED)
    ok = diag_set(&w->d, DIAG_INTERNAL, (source_pos){0}, "cannot start %s: %s",
                  j->argv.data[0], strerror(o.code));
  if (ok) {
    arena *mem = arena_new();
    record r = j->about;
    r.attempt = attempt;
    r.host = w->host;
    running_judge(&o, mem, &r);
    ok = hand_in(w, number, &r);
    record_clear(&r);
    arena_free(mem);
  }
  strbuf_free(&o.output);
  return ok;
}

// Nobody lived long enough for this one.
static bool bury(worker *w, uint32_t number) {
  assert(number < w->plan.jobs.len);
  record r = w->plan.jobs.data[number].about;
  r.attempt = LEASE_ATTEMPTS;
  r.verdict = "error";
  r.reason = "infrastructure";
  r.text = "the workers that ran it were lost";
  r.host = w->host;
  return hand_in(w, number, &r);
}

// --- all jobs ---------------------------------------------------------------

static bool claim_and_run(worker *w, uint32_t number, uint32_t attempt) {
  lease_beat(&w->lease, false);
  if (lease_claim(&w->lease, number, attempt, &w->d))
    return run_job(w, number, attempt);
  return w->d.kind == DIAG_NONE;
}

static bool care_for(worker *w, uint32_t number) {
  assert(number < w->plan.jobs.len);
  const lease_state *s = &w->lease.jobs.data[number];
  if (s->has_result)
    return true;
  if (s->claimed < 0)
    return claim_and_run(w, number, 0);
  if (!lease_is_lost(&w->lease, number, (uint32_t)s->claimed, clock_now()))
    return true;
  if (s->claimed + 1 < LEASE_ATTEMPTS)
    return claim_and_run(w, number, (uint32_t)s->claimed + 1);
  return bury(w, number);
}

static bool is_all_done(const worker *w) {
  for (uint32_t i = 0; i < w->lease.jobs.len; i++)
    if (!w->lease.jobs.data[i].has_result)
      return false;
  return true;
}

// Workers start at different places, so that they do not queue for the same
// jobs. When all is claimed, they look after each other.
static void work(worker *w, uint32_t start) {
  uint32_t count = w->lease.jobs.len;
  while (!*stopping_flag() && lease_look(&w->lease, &w->d) && !is_all_done(w)) {
    for (uint32_t i = 0; i < count && !*stopping_flag(); i++)
      if (!care_for(w, (start + i) % count))
        return;
    if (!lease_beat(&w->lease, false))
      return;
    poll(NULL, 0, (int)(1000 * w->lease.length / 20));
  }
}

static uint32_t number_from(const char *variable, uint32_t otherwise) {
  const char *text = getenv(variable);
  return text && *text ? (uint32_t)strtoul(text, NULL, 10) : otherwise;
}

static void run_worker(worker *w, const options *o) {
  char name[160];
  snprintf(name, sizeof name, "%s-%u-%d", w->host,
           number_from("SLURM_JOB_ID", 0), (int)getpid());
  uint32_t count = w->plan.jobs.len;
  uint32_t own = number_from("SLURM_ARRAY_TASK_ID", 0);
  uint32_t all = number_from("SLURM_ARRAY_TASK_COUNT", 1);
  lease_init(&w->lease, o->inputs.data[1], name, o->lease, count);
  if (lease_beat(&w->lease, true))
    work(w, all ? (uint32_t)((uint64_t)count * (own % all) / all) : 0);
  lease_give_up(&w->lease);
  lease_clear(&w->lease);
}

int campaign_work(const options *o, campaign_output *out) {
  worker w = {0};
  plan_init(&w.plan);
  stopping_catch();
  tree_adopt();
  gethostname(w.host, sizeof w.host - 1);
  if (o->inputs.len != 2)
    diag_set(&w.d, DIAG_USAGE, (source_pos){0}, "worker takes one folder");
  else if (read_plan(&w, o->inputs.data[1]) && w.plan.jobs.len > 0)
    run_worker(&w, o);
  int status =
      w.d.kind == DIAG_NONE ? CAMPAIGN_GOOD : campaign_failed(&w.d, out);
  diag_clear(&w.d);
  plan_clear(&w.plan);
  return status;
}
