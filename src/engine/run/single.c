// SPDX-License-Identifier: Apache-2.0
// Runs the original program once in the interpreter and stops at the first
// input that it reads: a second execution could then differ.
#include "engine/run/single.h"

#include <assert.h>

#include "encode/live.h"
#include "program/run.h"

typedef struct {
  const program *p;
  const bool *is_head;
  uint64_t visits;
  bool has_asked;
} execution;

static value refuse_input(void *data, loc at, term input) {
  (void)at;
  (void)input;
  ((execution *)data)->has_asked = true;
  return (value){.kind = VALUE_NONE};
}

static bool count_visit(void *data, edge e, evaluator *state) {
  execution *x = data;
  (void)state;
  x->visits += x->is_head[program_edge_to(x->p, e).id];
  return !x->has_asked;
}

// A variable that is read before it is written may have any value at the start,
// so there are as many executions as values.
static bool is_start_open(const program *p) {
  var_vec *live = live_find(p);
  bool is_open = live[program_entry(p).id].len > 0;
  live_free(live, p);
  return is_open;
}

bool single_run(const engine_task *task, const bool *is_head,
                uint64_t *visits) {
  assert(task && is_head && visits);
  const program *p = task->original;
  if (is_start_open(p))
    return false;
  execution x = {.p = p, .is_head = is_head};
  run_hooks hooks = {.input = refuse_input,
                     .step = count_visit,
                     .data = &x,
                     .blind = RUN_BLIND};
  run_outcome end = program_run(p, &hooks, UINT64_MAX, &task->env->limits);
  *visits = x.visits;
  if (x.has_asked || end.end == RUN_STOPPED)
    return false;
  return end.end == RUN_STUCK || program_kind(p, end.at) == LOC_END;
}
