// SPDX-License-Identifier: Apache-2.0
// Functions around malloc.
//
// Programs like to allocate by functions of their own (xmalloc, kzalloc,
// new_node). All that such a function allocates would be one site, of all types
// that it is ever used for. So each direct call of it gets a copy; copies of
// functions that call such functions are treated in the next round. A call
// through a pointer gets a copy of each such function that the pointer may lead
// to: libraries let their users choose the allocator (hooks.allocate(n)).
#include <assert.h>

#include "base/mem.h"
#include "frontend/c/analyze/heap_sites.h"
#include "frontend/c/library/library.h"

enum { ROUNDS = 3, MOST_COPIES = 256, MOST_INSTRUCTIONS = 120 };

typedef struct {
  ir_module *m;
  bool *is_wrapper; // by symbol
  uint32_t *calls;  // by symbol: how many direct calls
  VEC(uint32_t)
  taken;          // symbols of functions whose address is taken, and
                  // which return a pointer
  bool *is_taken; // by symbol, of those that are no copies
  uint32_t copies;
} copier;

// --- what is a wrapper -------------------------------------------------------

static void take(copier *c, const ir_operand *o) {
  uint32_t symbol = o->kind == OPERAND_POINTER ? o->symbol : 0;
  for (uint32_t k = 0; o->kind == OPERAND_AGGREGATE && k < o->leaf_count; k++)
    take(c, &o->leaves[k]);
  const ir_function *f = c->m->symbols.data[symbol].function_body;
  if (symbol == 0 || f == NULL || c->is_taken[symbol] ||
      f->result->kind != IR_POINTER)
    return;
  c->is_taken[symbol] = true;
  vec_push(&c->taken, symbol);
}

static void find_taken(copier *c) {
  const ir_module *m = c->m;
  c->is_taken = mem_alloc(m->symbols.len * sizeof *c->is_taken);
  for (uint32_t k = 0; k < m->functions.len; k++) {
    const ir_function *f = m->functions.data[k];
    for (uint32_t i = 0; i < f->operands.len; i++)
      take(c, &f->operands.data[i]);
    for (uint32_t i = 0; i < f->incomings.len; i++)
      take(c, &f->incomings.data[i].value);
  }
  for (uint32_t s = 1; s < m->symbols.len; s++)
    for (uint32_t k = 0; k < m->symbols.data[s].initial_count; k++)
      take(c, &m->symbols.data[s].initials[k].value);
}

// Whether the call through a pointer may be one of the function.
static bool may_call(const copier *c, const ir_function *f, const ir_inst *i,
                     uint32_t symbol) {
  const ir_function *callee = c->m->symbols.data[symbol].function_body;
  bool fits = c->is_wrapper[symbol] && i->type == callee->result &&
              i->operand_count == callee->parameters.len;
  for (uint32_t k = 0; fits && k < i->operand_count; k++)
    fits = callee->parameters.data[k].type == ir_operands(f, i)[k].type;
  return fits;
}

static bool is_through_pointer(const ir_function *f, const ir_inst *i) {
  return i->op == IR_CALL && f->calls.data[i->aux].symbol == 0 &&
         i->type->kind == IR_POINTER;
}

static bool calls_taken(const copier *c, const ir_function *f) {
  for (uint32_t i = 0; c->taken.len > 0 && i < f->insts.len; i++)
    for (uint32_t k = 0;
         k < c->taken.len && is_through_pointer(f, &f->insts.data[i]); k++)
      if (may_call(c, f, &f->insts.data[i], c->taken.data[k]))
        return true;
  return false;
}

static bool allocates(const copier *c, const ir_function *f) {
  for (uint32_t k = 0; k < f->calls.len; k++) {
    uint32_t symbol = f->calls.data[k].symbol;
    const ir_symbol *s = &c->m->symbols.data[symbol];
    if (symbol != 0 &&
        (c->is_wrapper[symbol] || (s->function_body == NULL &&
                                   library_find(s->name) == LIBRARY_ALLOCATE)))
      return true;
  }
  return calls_taken(c, f);
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
  mem_free(c->is_wrapper);
  c->is_wrapper = mem_alloc(n * sizeof *c->is_wrapper);
  mem_free(c->calls);
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

// --- copies ------------------------------------------------------------------

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

static void copy_directly(copier *c) {
  for (uint32_t round = 0; round < ROUNDS; round++) {
    uint32_t n = c->m->functions.len;
    for (uint32_t k = 0; k < n; k++)
      copy_calls(c, c->m->functions.data[k]);
    if (c->m->functions.len == n)
      break;
    look_around(c);
  }
}

static void copy_targets(copier *c, ir_function *f, const ir_inst *i) {
  ir_call *call = &f->calls.data[i->aux];
  ir_variant *all = ARENA_ARRAY(c->m->mem, ir_variant, c->taken.len);
  for (uint32_t k = 0; k < c->taken.len && c->copies < MOST_COPIES; k++) {
    uint32_t symbol = c->taken.data[k];
    if (may_call(c, f, i, symbol))
      all[call->variant_count++] =
          (ir_variant){symbol, copy_function(c, symbol)};
  }
  call->variants = all;
}

static void copy_through_pointers(copier *c) {
  uint32_t n = c->m->functions.len;
  for (uint32_t k = 0; k < n; k++) {
    ir_function *f = c->m->functions.data[k];
    for (uint32_t i = 0; i < f->insts.len && c->taken.len > 0; i++)
      if (is_through_pointer(f, &f->insts.data[i]))
        copy_targets(c, f, &f->insts.data[i]);
  }
}

void heap_copy_wrappers(ir_module *m) {
  copier c = {.m = m};
  find_taken(&c);
  look_around(&c);
  copy_directly(&c);
  copy_through_pointers(&c);
  mem_free(c.is_wrapper);
  mem_free(c.is_taken);
  mem_free(c.calls);
  vec_free(&c.taken);
  assert(c.copies <= MOST_COPIES);
}
