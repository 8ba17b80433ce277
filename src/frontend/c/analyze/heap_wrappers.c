// SPDX-License-Identifier: Apache-2.0
// Functions around malloc.
//
// Programs like to allocate by functions of their own (xmalloc, kzalloc,
// new_node). All that such a function allocates would be one site, of all types
// that it is ever used for. So each direct call of it gets a copy; copies of
// functions that call such functions are treated in the next round.
#include <assert.h>

#include "base/mem.h"
#include "frontend/c/analyze/heap_sites.h"
#include "frontend/c/library/library.h"

enum { ROUNDS = 3, MOST_COPIES = 256, MOST_INSTRUCTIONS = 120 };

typedef struct {
  ir_module *m;
  bool *is_wrapper; // by symbol
  uint32_t *calls;  // by symbol: how many direct calls
  uint32_t copies;
} copier;

static bool allocates(const copier *c, const ir_function *f) {
  for (uint32_t k = 0; k < f->calls.len; k++) {
    uint32_t symbol = f->calls.data[k].symbol;
    const ir_symbol *s = &c->m->symbols.data[symbol];
    if (symbol != 0 &&
        (c->is_wrapper[symbol] || (s->function_body == NULL &&
                                   library_find(s->name) == LIBRARY_ALLOCATE)))
      return true;
  }
  return false;
}

static bool is_recursive(const ir_function *f) {
  for (uint32_t k = 0; k < f->calls.len; k++)
    if (f->calls.data[k].symbol == f->symbol)
      return true;
  return false;
}

static bool may_wrap(const copier *c, const ir_function *f) {
  return f->symbol != c->m->entry && f->result->kind == IR_POINTER &&
         f->insts.len <= MOST_INSTRUCTIONS && !is_recursive(f) &&
         allocates(c, f);
}

static void look_around(copier *c) {
  uint32_t n = c->m->symbols.len;
  c->is_wrapper = mem_alloc(n * sizeof *c->is_wrapper);
  c->calls = mem_alloc(n * sizeof *c->calls);
  for (uint32_t round = 0; round < ROUNDS; round++)
    for (uint32_t k = 0; k < c->m->functions.len; k++) {
      const ir_function *f = c->m->functions.data[k];
      c->is_wrapper[f->symbol] = may_wrap(c, f);
    }
  for (uint32_t k = 0; k < c->m->functions.len; k++) {
    const ir_function *f = c->m->functions.data[k];
    for (uint32_t i = 0; i < f->calls.len; i++)
      c->calls[f->calls.data[i].symbol]++;
  }
}

static uint32_t copy_function(copier *c, uint32_t symbol) {
  ir_module *m = c->m;
  const ir_function *f = m->symbols.data[symbol].function_body;
  ir_function *copy = arena_copy(m->mem, f, sizeof *f);
  copy->is_copy = true;
  copy->symbol = m->symbols.len;
  copy->calls.data = NULL;
  copy->calls.len = copy->calls.cap = 0;
  for (uint32_t k = 0; k < f->calls.len; k++)
    vec_push(&copy->calls, f->calls.data[k]);
  ir_symbol s = m->symbols.data[symbol];
  s.function_body = copy;
  vec_push(&m->symbols, s);
  vec_push(&m->functions, copy);
  c->copies++;
  return copy->symbol;
}

// The last call that is left keeps the function itself.
static void copy_calls(copier *c, ir_function *f) {
  for (uint32_t k = 0; k < f->calls.len && c->copies < MOST_COPIES; k++) {
    uint32_t symbol = f->calls.data[k].symbol;
    if (symbol == 0 || !c->is_wrapper[symbol] || c->calls[symbol] < 2)
      continue;
    c->calls[symbol]--;
    f->calls.data[k].symbol = copy_function(c, symbol);
  }
}

void heap_copy_wrappers(ir_module *m) {
  copier c = {.m = m};
  for (uint32_t round = 0; round < ROUNDS; round++) {
    look_around(&c);
    uint32_t n = m->functions.len;
    for (uint32_t k = 0; k < n; k++)
      copy_calls(&c, m->functions.data[k]);
    mem_free(c.is_wrapper);
    mem_free(c.calls);
    if (m->functions.len == n)
      break;
  }
  assert(c.copies <= MOST_COPIES);
}
