// SPDX-License-Identifier: Apache-2.0
// Invariants make interpolants stronger, but the refutation that has to be
// found may become much harder. So a question with invariants gets a time in
// proportion to that of the earlier questions, and the same question without
// them follows if that was not enough.
#include "engine/reach/injected.h"

// Seconds for a query with invariants before it is asked without, and how many
// times the average so far.
#define QUERY_SECONDS 2.0
#define QUERY_PATIENCE 8.0

bool injected_is_allowed(const injected *i) {
  return i->base->task.env->options->strengthen == STRENGTHEN_INTERPOLANT;
}

static itp_status timed(injected *i, injected_question *ask, void *data,
                        bool with_invariants, const limits *l) {
  double start = timer_start();
  itp_status status = ask(data, with_invariants, l);
  timer_stop(&i->spent, start);
  i->count++;
  return status;
}

itp_status injected_ask(injected *i, injected_question *ask, void *data,
                        bool is_any, const limits *l) {
  if (!is_any || !injected_is_allowed(i))
    return timed(i, ask, data, false, l);
  stats *s = i->base->task.env->stats;
  double average = i->count == 0 ? 0 : i->spent / i->count;
  limits share = limits_within(l, QUERY_SECONDS + QUERY_PATIENCE * average);
  s->imc_injected++;
  itp_status status = timed(i, ask, data, true, &share);
  if (status != ITP_GAVE_UP || limits_stop(l) != LIMIT_NONE)
    return status;
  s->imc_fallbacks++;
  return timed(i, ask, data, false, l);
}
