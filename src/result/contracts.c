// SPDX-License-Identifier: Apache-2.0
// Making and freeing the table of contracts: one row per function that is
// called openly, with nothing required and nothing promised at the start.
#include "result/contracts.h"

#include "base/mem.h"

contracts contracts_new(const open_calls *o) {
  contracts c = {.count = o->functions.len};
  c.of = mem_alloc(sizeof *c.of * (c.count + 1));
  return c;
}

void contracts_free(contracts *c) {
  for (uint32_t k = 0; k < c->count; k++) {
    vec_free(&c->of[k].needs);
    vec_free(&c->of[k].gives);
  }
  mem_free(c->of);
  *c = (contracts){0};
}

void contracted_clear(contracted *c) {
  contracts_free(&c->contracts);
  open_calls_clear(&c->calls);
  program_free(c->open);
  *c = (contracted){0};
}
