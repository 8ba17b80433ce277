// SPDX-License-Identifier: Apache-2.0
// k-induction.
//
// M. Sheeran, S. Singh, G. Stalmarck: "Checking Safety Properties Using
// Induction and a SAT-Solver" (FMCAD 2000); with invariants, for programs: D.
// Beyer, M. Dangl, P. Wendler: "Boosting k-Induction with Continuously-Refined
// Invariants" (CAV 2015).
//
// Base: no error within the first k visits to heads, which is what bounded
// model checking searches. Step: behind k successive visits no bad sink comes
// before the next one, whichever head they start at and in whatever state, as
// long as all k visits satisfy the known invariants. (That nothing bad comes
// between them needs no saying: a path ends in a sink.) Visits of all heads are
// counted together, so one k serves nested and successive loops.
//
// A step that fails is tried again for the same k as soon as there are new
// invariants: a larger k costs more.
//
// With --simple-paths only paths that never come back to a state count: the
// shortest way to an error is one of them. States are compared on the
// variables that some condition depends on, directly or not.
#include "engine/kinduction.h"

#include <assert.h>

#include "base/mem.h"
#include "encode/slice.h"
#include "invariant/auxiliary.h"
#include "engine/induction/inductive.h"
#include "term/walk.h"

// A first question may take this many seconds, a later one as long again as
// all that was before it.
#define FIRST_STEP 1.0

typedef struct {
  inductive base;
  auxiliary *auxiliary; // NULL: none are wanted
  bool *simple;         // by variable id; NULL: all paths count
} kinduction;

static void mark_variables(const program *p, term t, bool *marked) {
  var v = program_variable_of(p, t);
  if (v.id != 0)
    marked[v.id] = true;
}

// The variables that are left when the original program is sliced: whatever
// comes behind a state depends on these alone.
static bool *state_variables(const program *original) {
  program *p = slice(original);
  const terms *tt = program_terms(p);
  bool *marked = mem_alloc(sizeof *marked * (program_variable_count(p) + 1));
  term_set seen = {0};
  term_vec found = {0};
  for (uint32_t i = 1; i <= program_edge_count(p); i++) {
    const block *b = program_edge_block(p, (edge){i});
    term_variables(tt, &b->guard, 1, &seen, &found);
    for (uint32_t j = 0; j < b->assignment_count; j++) {
      marked[b->assignments[j].target.id] = true;
      term_variables(tt, &b->assignments[j].value, 1, &seen, &found);
    }
  }
  for (uint32_t i = 0; i < found.len; i++)
    mark_variables(p, found.data[i], marked);
  vec_free(&found);
  term_set_free(&seen);
  program_free(p);
  return marked;
}

static void start_help(kinduction *m) {
  const options *o = m->base.task.env->options;
  if (o->strengthen != STRENGTHEN_NONE)
    m->auxiliary = auxiliary_new(&m->base.known);
  if (o->simple_paths)
    m->simple = state_variables(m->base.task.original);
}

static void note_simple(const kinduction *m, proof *p) {
  uint32_t count = program_variable_count(m->base.task.original);
  for (uint32_t i = 1; i <= count; i++)
    if (m->simple[i])
      vec_push(&p->simple, (var){i});
}

static bool try_step(kinduction *m, uint32_t k) {
  limits share = limits_within(&m->base.task.env->limits,
                               FIRST_STEP + inductive_elapsed(&m->base));
  bool is_plain = m->simple == NULL && inductive_step_deduced(&m->base, &share);
  if ((!is_plain &&
       inductive_step(&m->base, k, m->simple, &share, 0) != STEP_HOLDS) ||
      !inductive_base(&m->base))
    return false;
  if (m->simple == NULL)
    k = is_plain ? 1 : inductive_least_k(&m->base, k);
  inductive_prove(&m->base, k, NULL);
  if (m->simple != NULL)
    note_simple(m, &bmc_result(m->base.falsifier)->proof);
  return true;
}

// True: the search is over.
static bool try_k(kinduction *m, uint32_t k) {
  if (m->auxiliary != NULL)
    auxiliary_poll(m->auxiliary);
  bool is_proved = try_step(m, k);
  while (!is_proved && !m->base.is_hopeless && m->auxiliary != NULL &&
         auxiliary_poll(m->auxiliary) > 0)
    is_proved = try_step(m, k);
  return is_proved;
}

result *kinduction_run(const engine_task *task) {
  kinduction m = {0};
  uint32_t most = task->candidates ? task->candidates->most_k : UINT32_MAX;
  bool is_going = inductive_init(&m.base, task, "kinduction");
  if (is_going)
    start_help(&m);
  while (is_going && bmc_frame(m.base.falsifier) < most) {
    is_going = bmc_step(m.base.falsifier);
    if (is_going && !m.base.is_hopeless)
      is_going = !try_k(&m, bmc_frame(m.base.falsifier));
  }
  auxiliary_free(m.auxiliary);
  mem_free(m.simple);
  return inductive_end(&m.base);
}
