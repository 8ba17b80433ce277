// SPDX-License-Identifier: Apache-2.0
#include "engine/array/extended.h"

#include "encode/summarize.h"

#define LEMMA_SHARE 0.7
#define LEMMA_SECONDS 10.0
enum { LEMMA_ROUNDS = 4, MOST_K = 4 };

// Hard candidates come when all others are settled: questions about these would
// be hard with them.
static void help(void *data, lemmas *m, const inductive *of) {
  const kinduction_plan *plan = data;
  const limits *l = &of->task.env->limits;
  limits share = limits_within(l, l->deadline > 0 ? LEMMA_SHARE * limits_left(l)
                                                  : LEMMA_SECONDS);
  uint32_t start = plan->is_hard ? LEMMA_ROUNDS - 1 : 0;
  for (uint32_t round = 0; round < LEMMA_ROUNDS; round++) {
    if (round == start)
      plan->help(plan->data, m, of);
    lemmas_settle(m, &share);
  }
}

result *extended_give_up(result *r, const char *name, const char *reason) {
  if (r == NULL)
    r = result_new(name);
  return result_unknown(r, UNKNOWN_ENGINE, (source_pos){0}, "%s", reason);
}

result *extended_search(const engine_task *task, const program *p,
                        const kinduction_plan *plan) {
  options o = *task->env->options;
  o.simple_paths = false;
  env e = *task->env;
  e.options = &o;
  program *blocks = summarize(p, &e.limits);
  if (blocks == NULL)
    return extended_give_up(NULL, plan->name, "time limit while making blocks");
  engine_task inner = {p, blocks, &e};
  kinduction_plan outer = *plan, own = *plan;
  own.help = help;
  own.data = &outer;
  own.most = MOST_K;
  result *r = kinduction_run_planned(&inner, &own);
  program_free(blocks);
  return r;
}
