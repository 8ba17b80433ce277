// SPDX-License-Identifier: Apache-2.0
// One run, top to bottom.
//
// The function 'attempt' reads as the data flows: files -> program -> slice ->
// blocks -> engine -> certificate; pipeline_run repeats it as deep as recursion
// takes it, and reports. Each stage is a file (driver/run.h), and the shares of
// the time that they take from each other are one table (driver/shares.h).
#include "driver/pipeline.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "driver/dump.h"
#include "driver/run.h"
#include "frontend/frontend.h"

// A front end that stops for a limit or an unsupported input is no error of
// the user's: the answer is unknown.
static bool is_unknown(const diag *d) {
  return d->kind == DIAG_LIMIT || d->kind == DIAG_UNSUPPORTED;
}

static void unknown_from_diag(run *r, const diag *d) {
  limit_kind limit = limits_stop(&r->env->limits);
  unknown_kind kind = d->kind == DIAG_UNSUPPORTED ? UNKNOWN_UNSUPPORTED
                      : limit != LIMIT_NONE       ? unknown_of_limit(limit)
                                                  : UNKNOWN_TIME;
  run_unknown(r, kind, d->pos, strbuf_text(&d->text));
}

static void unknown_from_limit(run *r) {
  limit_kind kind = limits_stop(&r->env->limits);
  char reason[80];
  snprintf(reason, sizeof reason, "%s while making blocks", limit_name(kind));
  run_unknown(r, unknown_of_limit(kind), (source_pos){0}, reason);
}

// An intermediate form instead of an answer.
static void show(run *r, outcome *out) {
  if (strcmp(r->env->options->dump, "graph") == 0)
    deliver_graph(r, out);
  else
    dump(r->env, r->original, run_searched(r), out);
}

// One pass through all stages up to the answer. False: there is nothing to
// report.
static bool attempt(run *r, diag *d, outcome *out) {
  if (!prepare_read(r, d)) {
    if (!is_unknown(d)) {
      outcome_of_diag(d, out);
      return false;
    }
    unknown_from_diag(r, d);
  } else if (!prepare_blocks(r)) {
    unknown_from_limit(r);
  } else if (r->env->options->dump) {
    show(r, out);
    return false;
  } else {
    prepare_pictures(r);
    search_answer(r);
  }
  return true;
}

// Verifies the inputs of '*o', which 'e' has as its options.
static void run_inputs(env *e, options *o, outcome *out) {
  env share;
  if (o->dump && strcmp(o->dump, "graph") == 0)
    o->art = "-"; // the search keeps its graph
  clock_count_work(o->deterministic);
  series steps = {0};
  e->steps = o->html ? &steps : NULL;
  run r = run_start(e);
  if (deepen(&r, o, &share, attempt, out))
    deliver(&r, out);
  run_forget(&r);
  series_free(&steps);
  clock_count_work(false);
}

void pipeline_run(const env *e, outcome *out) {
  options o = *e->options;
  env inner = *e;
  inner.options = &o;
  arena *mem = arena_new();
  string_list found = {0};
  diag d = {0};
  if (frontend_find_inputs(&o, mem, &found, &d)) {
    o.inputs = found.len > 0 ? found : o.inputs;
    run_inputs(&inner, &o, out);
  } else {
    outcome_of_diag(&d, out);
  }
  diag_clear(&d);
  vec_free(&found);
  arena_free(mem);
}

void pipeline_stopped(const env *e, const stopped_run *stop, outcome *out) {
  assert(stop->limit != LIMIT_NONE);
  run r = run_start(e);
  r.start_wall -= stop->wall;
  r.start_cpu -= stop->cpu;
  r.result = result_new("none");
  result_unknown(r.result, unknown_of_limit(stop->limit), (source_pos){0},
                 "%s%s%s", limit_name(stop->limit),
                 *stop->reached ? "; last step: " : "", stop->reached);
  deliver_report(&r, out);
  run_forget(&r);
}
