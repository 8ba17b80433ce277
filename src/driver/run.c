// SPDX-License-Identifier: Apache-2.0
// Beginning, sharing and freeing the parts of a run.
#include "driver/run.h"

#include <assert.h>

#include "base/mem.h"

static run start_at(const env *e, double wall, double cpu) {
  return (run){.env = e,
               .start_wall = wall,
               .start_cpu = cpu,
               .row = row_of((engine_word)e->options->engine)};
}

run run_start(const env *e) { return start_at(e, clock_wall(), clock_cpu()); }

run run_again(const run *first, const env *e, uint32_t asked, reading *known) {
  run r = start_at(e, first->start_wall, first->start_cpu);
  r.asked = asked;
  r.known = known;
  return r;
}

reading *reading_share(reading *r) {
  assert(r->users > 0);
  r->users++;
  return r;
}

void reading_leave(reading *r) {
  if (r == NULL || --r->users > 0)
    return;
  program_free(r->program);
  terms_free(r->terms);
  mem_free(r);
}

// Those that were not made for all questions.
static void free_programs(run *r) {
  bool is_shared = r->reading != NULL && r->reading->program == r->original;
  program *made[] = {r->blocks, r->simplified, r->sliced,
                     is_shared ? NULL : r->original};
  if (r->constants)
    constants_free(r->constants);
  for (size_t i = 0; i < sizeof made / sizeof *made; i++)
    if (made[i])
      program_free(made[i]);
  contracted_clear(&r->contracted);
  if (r->terms && r->reading == NULL)
    terms_free(r->terms);
  reading_leave(r->reading);
}

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
  free_programs(r);
  bool has_more = r->has_more;
  *r = run_again(r, r->env, r->asked, r->known);
  r->has_more = has_more;
}

const program *run_statements(const run *r) {
  assert(r->original);
  if (r->simplified)
    return r->simplified;
  return r->sliced ? r->sliced : r->original;
}

const program *run_searched(const run *r) {
  return r->blocks ? r->blocks : run_statements(r);
}

void run_unknown(run *r, unknown_kind kind, source_pos at, const char *reason) {
  assert(!r->result);
  r->result = result_new("none");
  result_unknown(r->result, kind, at, "%s", reason);
}
