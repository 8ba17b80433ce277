// SPDX-License-Identifier: Apache-2.0
// The table of sources, and the two that need no file of their own: data-flow
// analysis, which runs in a thread beside the search and publishes stronger
// invariants round by round (domain/df.h), and what comes with the program.
// What data-flow analysis publishes is inductive as a whole, so that the test
// of candidates loses nothing of it unless it was wrong.
#include "base/mem.h"
#include "domain/df.h"
#include "invariant/source.h"

typedef struct {
  lemmas *lemmas;
  invariants *of;
  df *analysis;
  uint64_t round;  // of the last publication that was read
  term *published; // by location id
} dataflow;

static void *dataflow_start(lemmas *m, invariants *of) {
  dataflow *d = mem_alloc(sizeof *d);
  *d = (dataflow){.lemmas = m, .of = of};
  size_t locations = program_location_count(of->program) + 1;
  d->published = mem_alloc(sizeof *d->published * locations);
  d->analysis = df_start(of->env, of->program);
  df_head_start(d->analysis);
  return d;
}

static void dataflow_poll(void *state) {
  dataflow *d = state;
  if (df_published(d->analysis) == d->round)
    return;
  d->round = df_read(d->analysis, d->of->tt, d->published);
  const loc_vec *heads = transition_heads(d->of->system);
  for (uint32_t i = 0; i < heads->len; i++) {
    loc l = heads->data[i];
    lemmas_offer(d->lemmas, l, d->published[l.id]);
  }
}

static void dataflow_stop(void *state) {
  dataflow *d = state;
  df_stop(d->analysis);
  mem_free(d->published);
  mem_free(d);
}

const invariant_source source_dataflow = {.name = "data-flow analysis",
                                          .start = dataflow_start,
                                          .poll = dataflow_poll,
                                          .stop = dataflow_stop};

static void *given_start(lemmas *m, invariants *of) {
  if (of->given != NULL)
    of->given->offer(of->given->data, m, of);
  return NULL;
}

const invariant_source source_given = {.name = "given with the program",
                                       .start = given_start};

const invariant_source *const source_table[SOURCE_COUNT] = {
    &source_dataflow, &source_samples, &source_guesses, &source_given};
