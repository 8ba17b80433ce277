// SPDX-License-Identifier: Apache-2.0
// The order of a campaign: read what is to be run, find what is known, run the
// rest, write what came of it.
#include "campaign/campaign.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "campaign/folder.h"
#include "campaign/run/lanes.h"
#include "campaign/show/results.h"
#include "campaign/run/slurm.h"
#include "campaign/run/stopping.h"
#include "campaign/store.h"
#include "campaign/run/worker.h"

enum { ROUNDS = 3 }; // in which what was lost with a lane is run again

typedef struct {
  const options *options;
  tasks tasks;
  configs configs;
  plan plan;
  folder folder;
  tally tally;
  diag d;
  bool is_incomplete;
} campaign;

int campaign_failed(const diag *d, campaign_output *out) {
  assert(d->kind != DIAG_NONE);
  diag_print(d, &out->errors);
  switch (d->kind) {
  case DIAG_USAGE:
    return CAMPAIGN_USAGE;
  case DIAG_INPUT:
  case DIAG_UNSUPPORTED:
    return CAMPAIGN_INPUT;
  case DIAG_LIMIT:
    return CAMPAIGN_INCOMPLETE;
  case DIAG_INTERNAL:
  case DIAG_NONE:
    break;
  }
  return CAMPAIGN_INTERNAL;
}

static bool prepare(campaign *c) {
  return configs_read(&c->configs, c->options, &c->d) &&
         tasks_read(&c->tasks, c->options, &c->d) &&
         plan_make(&c->plan, &c->tasks, &c->configs, c->options, &c->d) &&
         folder_open(&c->folder, c->options, &c->d);
}

// With --again only results of this start count.
static uint32_t since(const campaign *c) {
  return c->options->again ? c->folder.generation : 0;
}

static bool load(campaign *c, store *s) {
  store_init(s);
  return store_load(s, &c->folder, &c->d);
}

// What is known of a job. That a worker was lost in an earlier start says
// nothing about the task.
static const record *known(const campaign *c, const store *s, uint32_t i) {
  const record *r = store_find(s, &c->plan.jobs.data[i], since(c));
  bool is_loss = r && record_is_lost(r);
  return is_loss && r->generation < c->folder.generation ? NULL : r;
}

static void find_open(campaign *c, const store *s, job_list *todo) {
  vec_clear(todo);
  for (uint32_t i = 0; i < c->plan.jobs.len; i++)
    if (!known(c, s, i))
      vec_push(todo, i);
}

static void count_known(campaign *c, const store *s) {
  tally_init(&c->tally, c->plan.jobs.len, c->options->quiet);
  for (uint32_t i = 0; i < c->plan.jobs.len; i++) {
    const record *r = known(c, s, i);
    if (r)
      tally_add(&c->tally, tally_kind_of(r), true);
  }
}

static bool run_open(campaign *c, const job_list *todo) {
  if (c->options->slurm)
    return slurm_run(&c->plan, todo, &c->folder, c->options, &c->tally, &c->d);
  return lanes_run(&c->plan, todo, &c->folder, c->options, &c->tally, &c->d);
}

// Runs what is open, and once more what was lost on the way.
static bool run_rounds(campaign *c) {
  job_list todo = {0};
  bool ok = slurm_recover(&c->folder, &c->d);
  for (int round = 0; ok && round < ROUNDS && !*stopping_flag(); round++) {
    store s;
    ok = load(c, &s);
    if (round == 0)
      count_known(c, &s);
    find_open(c, &s, &todo);
    store_clear(&s);
    if (ok && todo.len == 0)
      break;
    ok = ok && run_open(c, &todo);
  }
  tally_end(&c->tally);
  vec_free(&todo);
  return ok;
}

static void describe(campaign *c, const store *s, const results *r,
                     campaign_output *out) {
  results_print_summary(r, &out->text);
  strbuf_printf(&out->text,
                "%u of %u runs, %u of them made now; %s/index.html\n",
                r->rows.len, r->planned, c->tally.done, c->folder.path);
  results_print_errors(r, &out->errors);
  if (s->dropped)
    strbuf_printf(&out->errors,
                  "wedge: warning: %u torn or damaged lines of journals were "
                  "dropped; what they held was run again\n",
                  s->dropped);
  if (c->tasks.skipped && !c->options->quiet)
    strbuf_printf(&out->errors,
                  "wedge: note: %u .yml files are no task definitions\n",
                  c->tasks.skipped);
}

// Results and page are made even of a part, so that one can look.
static int finish(campaign *c, campaign_output *out) {
  store s;
  results r = {.configs = &c->configs, .options = c->options};
  bool ok = load(c, &s);
  results_collect(&r, &c->plan, &s, since(c));
  bool is_complete = r.rows.len == r.planned;
  ok = ok && results_write_all(&r, &c->folder, &c->d);
  if (ok && is_complete)
    ok = store_merge(&s, &c->folder, &c->d);
  describe(c, &s, &r, out);
  int status = results_count_wrong(&r) ? CAMPAIGN_BAD
               : is_complete           ? CAMPAIGN_GOOD
                                       : CAMPAIGN_INCOMPLETE;
  results_clear(&r);
  store_clear(&s);
  return ok ? status : campaign_failed(&c->d, out);
}

static int run_and_finish(campaign *c, campaign_output *out) {
  stopping_catch();
  bool ok = run_rounds(c);
  diag why = c->d;
  c->d = (diag){0};
  int status = finish(c, out);
  if (!ok) {
    int failure = campaign_failed(&why, out);
    strbuf_puts(&out->errors, "wedge: stopped; what was finished is kept, and "
                              "the same command goes on from there\n");
    status = failure;
  } else if (*stopping_flag())
    strbuf_puts(&out->errors, "wedge: interrupted; the same command goes on "
                              "from here\n");
  diag_clear(&why);
  return status;
}

static int run(const options *o, campaign_output *out) {
  campaign c = {.options = o, .folder = {.lock = -1}};
  tasks_init(&c.tasks);
  configs_init(&c.configs);
  plan_init(&c.plan);
  int status =
      prepare(&c) ? run_and_finish(&c, out) : campaign_failed(&c.d, out);
  folder_close(&c.folder);
  plan_clear(&c.plan);
  configs_clear(&c.configs);
  tasks_clear(&c.tasks);
  diag_clear(&c.d);
  return status;
}

int campaign_main(const options *o, campaign_output *out) {
  const char *first = o->inputs.len ? o->inputs.data[0] : "";
  diag d = {0};
  if (strcmp(first, "diff") == 0)
    return campaign_diff(o, out);
  if (strcmp(first, "worker") == 0)
    return campaign_work(o, out);
  if (o->inputs.len == 0)
    diag_set(&d, DIAG_USAGE, (source_pos){0},
             "no tasks are given: wedge campaign --out DIR TASKS");
  else if (!o->out)
    diag_set(&d, DIAG_USAGE, (source_pos){0},
             "where should the results go? --out DIR");
  int status = d.kind == DIAG_NONE ? run(o, out) : campaign_failed(&d, out);
  diag_clear(&d);
  return status;
}
