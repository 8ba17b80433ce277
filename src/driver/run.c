// SPDX-License-Identifier: Apache-2.0
#include "driver/run.h"

#include <assert.h>

static run start_at(const env *e, double wall, double cpu) {
  return (run){.env = e,
               .start_wall = wall,
               .start_cpu = cpu,
               .row = row_of((engine_word)e->options->engine)};
}

run run_start(const env *e) { return start_at(e, clock_wall(), clock_cpu()); }

void run_forget(run *r) {
  strbuf_free(&r->certified);
  strbuf_free(&r->no_witness);
  if (r->has_witness)
    witness_clear(&r->witness);
  if (r->portfolio)
    portfolio_stop(r->portfolio);
  if (r->result)
    result_free(r->result);
  for (size_t i = 0; i < sizeof r->pictures / sizeof *r->pictures; i++)
    picture_free(&r->pictures[i]);
  program *made[] = {r->blocks, r->sliced, r->original};
  for (size_t i = 0; i < sizeof made / sizeof *made; i++)
    if (made[i])
      program_free(made[i]);
  contracted_clear(&r->contracted);
  if (r->terms)
    terms_free(r->terms);
  *r = start_at(r->env, r->start_wall, r->start_cpu);
}

const program *run_searched(const run *r) {
  assert(r->original);
  if (r->blocks)
    return r->blocks;
  return r->sliced ? r->sliced : r->original;
}

void run_unknown(run *r, unknown_kind kind, source_pos at, const char *reason) {
  assert(!r->result);
  r->result = result_new("none");
  result_unknown(r->result, kind, at, "%s", reason);
}
