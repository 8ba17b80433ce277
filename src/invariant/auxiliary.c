// SPDX-License-Identifier: Apache-2.0
// What other engines proved (invariant/exchange.h) is taken as it is.
// Candidates of the sources (invariant/source.h) are not believed: all of them
// pass the test of invariant/lemmas.h.
#include "invariant/auxiliary.h"

#include "base/mem.h"
#include "invariant/exchange.h"
#include "invariant/source.h"

// Testing candidates takes a part of the time, and a little at the start.
#define FIRST_SECONDS 0.8
#define SHARE 0.4

struct auxiliary {
  invariants *of;
  lemmas *lemmas;
  exchange *exchange;
  uint32_t taken; // from others, at the start
  void *states[SOURCE_COUNT];
};

auxiliary *auxiliary_new(invariants *of) {
  auxiliary *a = mem_alloc(sizeof *a);
  *a = (auxiliary){
      .of = of, .lemmas = lemmas_new(of), .exchange = exchange_new(of)};
  a->taken = exchange_take(a->exchange, a->lemmas);
  for (uint32_t i = 0; i < SOURCE_COUNT; i++)
    a->states[i] = source_table[i]->start(a->lemmas, of);
  return a;
}

void auxiliary_free(auxiliary *a) {
  if (a == NULL)
    return;
  for (uint32_t i = 0; i < SOURCE_COUNT; i++)
    if (a->states[i] != NULL && source_table[i]->stop != NULL)
      source_table[i]->stop(a->states[i]);
  exchange_free(a->exchange);
  lemmas_free(a->lemmas);
  mem_free(a);
}

void auxiliary_learn(auxiliary *a, loc head, term formula) {
  for (uint32_t i = 0; i < SOURCE_COUNT; i++)
    if (a->states[i] != NULL && source_table[i]->learn != NULL)
      source_table[i]->learn(a->states[i], head, formula);
}

static void poll_sources(auxiliary *a) {
  for (uint32_t i = 0; i < SOURCE_COUNT; i++)
    if (a->states[i] != NULL && source_table[i]->poll != NULL)
      source_table[i]->poll(a->states[i]);
}

static uint32_t settle(auxiliary *a) {
  double due = FIRST_SECONDS + SHARE * invariants_elapsed(a->of);
  double spent = lemmas_spent(a->lemmas);
  if (due <= spent)
    return 0;
  poll_sources(a);
  limits share = limits_within(&a->of->env->limits, due - spent);
  return lemmas_settle(a->lemmas, &share);
}

uint32_t auxiliary_poll(auxiliary *a) {
  uint32_t found = a->taken + exchange_take(a->exchange, a->lemmas);
  a->taken = 0;
  found += settle(a);
  exchange_post(a->exchange);
  return found;
}
