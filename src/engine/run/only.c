// SPDX-License-Identifier: Apache-2.0
#include "engine/run/only.h"

#include "engine/live.h"
#include "program/run.h"

typedef struct {
  const program *p;
  const bool *is_head;
  uint64_t visits;
  bool has_asked;
} only;

static value refuse_input(void *data, loc at, term input) {
  (void)at;
  (void)input;
  ((only *)data)->has_asked = true;
  return (value){.kind = VALUE_NONE};
}

static bool count_visit(void *data, edge e, evaluator *state) {
  only *o = data;
  (void)state;
  o->visits += o->is_head[program_edge_to(o->p, e).id];
  return !o->has_asked;
}

// A variable that is read before it is written may begin with anything.
static bool is_start_open(const program *p) {
  var_vec *live = live_find(p);
  bool is_open = live[program_entry(p).id].len > 0;
  live_free(live, p);
  return is_open;
}

bool only_run(const engine_task *task, const bool *is_head, uint64_t *visits) {
  const program *p = task->original;
  if (is_start_open(p))
    return false;
  only o = {.p = p, .is_head = is_head};
  run_hooks hooks = {.input = refuse_input,
                     .step = count_visit,
                     .data = &o,
                     .blind = RUN_BLIND};
  run_outcome end = program_run(p, &hooks, UINT64_MAX, &task->env->limits);
  *visits = o.visits;
  if (o.has_asked || end.end == RUN_STOPPED)
    return false;
  return end.end == RUN_STUCK || program_kind(p, end.at) == LOC_END;
}
