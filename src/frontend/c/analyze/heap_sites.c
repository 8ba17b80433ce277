// SPDX-License-Identifier: Apache-2.0
// Allocation sites, and which of them run at most once.
//
// A function is entered once if a single call names it, that call is in no
// cycle of its function, and the function around it is itself entered once.
// What such a function allocates outside of cycles is one object, as a variable
// is. Everything else may allocate any number of objects.
#include "frontend/c/analyze/heap_sites.h"

#include <assert.h>

#include "base/mem.h"
#include "frontend/c/library/library.h"

// --- cycles ----------------------------------------------------------------
// Tarjan's strongly connected components (1972), without recursion.

typedef struct {
  uint32_t bb, next; // its next successor to be looked at
} visit;

typedef struct {
  const ir_function *f;
  uint32_t *index, *low; // by block; index 0: not visited yet
  bool *is_open, *is_cyclic;
  VEC(uint32_t) open;
  VEC(visit) stack;
  uint32_t count;
} components;

static const ir_inst *terminator(const ir_function *f, uint32_t bb) {
  const ir_block *b = &f->blocks.data[bb];
  return &f->insts.data[b->first + b->count - 1];
}

// The k-th block behind this one; false: there are no more.
static bool successor(const ir_function *f, uint32_t bb, uint32_t k,
                      uint32_t *out) {
  const ir_inst *i = terminator(f, bb);
  if (i->op == IR_SWITCH) {
    const ir_switch *s = &f->switches.data[i->aux];
    *out = k < s->case_count ? f->cases.data[s->cases + k].block : s->otherwise;
    return k <= s->case_count;
  }
  *out = k == 0 ? i->aux : i->aux2;
  return (i->op == IR_BRANCH && k == 0) || (i->op == IR_COND && k <= 1);
}

static void open_block(components *c, uint32_t bb) {
  c->index[bb] = c->low[bb] = ++c->count;
  c->is_open[bb] = true;
  vec_push(&c->open, bb);
  vec_push(&c->stack, ((visit){bb, 0}));
}

static void close_component(components *c, uint32_t root) {
  bool is_single = vec_last(&c->open) == root;
  uint32_t bb;
  do {
    bb = vec_pop(&c->open);
    c->is_open[bb] = false;
    if (!is_single)
      c->is_cyclic[bb] = true;
  } while (bb != root);
}

static void take_lower(components *c, uint32_t bb, uint32_t low) {
  if (low < c->low[bb])
    c->low[bb] = low;
}

static void visit_from(components *c, uint32_t start) {
  open_block(c, start);
  while (c->stack.len > 0) {
    visit *v = &vec_last(&c->stack);
    uint32_t bb = v->bb, to;
    if (successor(c->f, bb, v->next++, &to)) {
      if (to == bb)
        c->is_cyclic[bb] = true;
      if (c->index[to] == 0)
        open_block(c, to);
      else if (c->is_open[to])
        take_lower(c, bb, c->index[to]);
      continue;
    }
    (void)vec_pop(&c->stack);
    if (c->low[bb] == c->index[bb])
      close_component(c, bb);
    if (c->stack.len > 0)
      take_lower(c, vec_last(&c->stack).bb, c->low[bb]);
  }
}

// By block: whether it lies on a cycle. To be freed.
static bool *find_cycles(const ir_function *f) {
  uint32_t n = f->blocks.len;
  components c = {.f = f};
  c.index = mem_alloc((n + 1u) * sizeof *c.index);
  c.low = mem_alloc((n + 1u) * sizeof *c.low);
  c.is_open = mem_alloc((n + 1u) * sizeof *c.is_open);
  c.is_cyclic = mem_alloc((n + 1u) * sizeof *c.is_cyclic);
  visit_from(&c, 0);
  assert(c.open.len == 0);
  mem_free(c.index);
  mem_free(c.low);
  mem_free(c.is_open);
  vec_free(&c.open);
  vec_free(&c.stack);
  return c.is_cyclic;
}

// --- how often functions are entered ---------------------------------------

typedef struct {
  uint32_t entered; // 0, 1, or 2 for more often
  uint32_t caller;  // symbol of the one that calls it
} entrance;

typedef struct {
  ir_module *m;
  entrance *entrances; // by symbol
} counter;

static void enter(counter *c, uint32_t symbol, uint32_t caller, bool often) {
  entrance *e = &c->entrances[symbol];
  e->entered = e->entered > 0 || often ? 2 : 1;
  e->caller = caller;
}

// A function whose address goes somewhere may be called from anywhere.
static void take_address(counter *c, const ir_operand *o) {
  if (o->kind == OPERAND_POINTER && c->m->symbols.data[o->symbol].is_function)
    enter(c, o->symbol, 0, true);
  for (uint32_t k = 0; o->kind == OPERAND_AGGREGATE && k < o->leaf_count; k++)
    if (o->leaves[k].kind == OPERAND_POINTER)
      enter(c, o->leaves[k].symbol, 0, true);
}

static uint32_t add_site(ir_module *m, const ir_function *f, uint32_t inst,
                         bool is_cyclic) {
  const ir_call *call = &f->calls.data[f->insts.data[inst].aux];
  const ir_symbol *s = &m->symbols.data[call->symbol];
  ir_site site = {.function = f,
                  .inst = inst,
                  .is_once = !is_cyclic,
                  .is_zeroed = library_is_zeroing(s->name)};
  vec_push(&m->sites, site);
  return m->sites.len;
}

static void look_at_call(counter *c, ir_function *f, uint32_t inst,
                         bool is_cyclic) {
  ir_call *call = &f->calls.data[f->insts.data[inst].aux];
  call->is_cyclic = is_cyclic;
  for (uint32_t k = 0; k < call->variant_count; k++)
    enter(c, call->variants[k].copy, f->symbol, is_cyclic);
  if (call->symbol == 0)
    return;
  const ir_symbol *s = &c->m->symbols.data[call->symbol];
  if (s->function_body != NULL)
    enter(c, call->symbol, f->symbol, is_cyclic);
  else if (library_find(s->name) == LIBRARY_ALLOCATE)
    call->site = add_site(c->m, f, inst, is_cyclic);
}

// An array of variable length ends with its round of a loop. What alloca gives
// lasts as long as the call, so that there would be any number of them.
static void refuse_many(ir_function *f, ir_inst *i) {
  assert(i->op == IR_ALLOCATE);
  if (f->locals.data[i->aux].name != NULL)
    return;
  i->op = IR_BAD;
  i->operand_count = 0;
  i->aux = f->texts.len;
  i->aux2 = 0;
  vec_push(&f->texts, "alloca in a loop");
}

// Nothing says where the life of a temporary begins: at the latest where it is
// mentioned first, since clang places its initializer there.
static void look_at_temporary(ir_function *f, const ir_inst *i,
                              const ir_operand *o, uint32_t bb,
                              bool is_cyclic) {
  if (o->kind != OPERAND_LOCAL)
    return;
  ir_local *l = &f->locals.data[o->local];
  bool has_none = l->name == NULL && !l->is_variable && !l->is_by_value &&
                  !l->is_variadic && !l->has_scope;
  if (!has_none || l->birth != IR_NO_SLOT)
    return;
  l->birth = bb;
  l->scope = i->scope;
  l->is_declared_again = is_cyclic;
  if (is_cyclic)
    f->blocks.data[bb].has_births = true;
}

static void look_at_inst(counter *c, ir_function *f, uint32_t inst,
                         bool is_cyclic) {
  ir_inst *i = &f->insts.data[inst];
  if (i->op == IR_CALL)
    look_at_call(c, f, inst, is_cyclic);
  else if (i->op == IR_ALLOCATE && is_cyclic)
    refuse_many(f, i);
  else if (i->op == IR_DECLARE && is_cyclic)
    f->locals.data[i->aux].is_declared_again = true;
}

static void look_at_function(counter *c, ir_function *f) {
  bool *is_cyclic = find_cycles(f);
  for (uint32_t b = 0; b < f->blocks.len; b++) {
    const ir_block *bb = &f->blocks.data[b];
    for (uint32_t k = 0; k < bb->count; k++) {
      const ir_inst *i = &f->insts.data[bb->first + k];
      for (uint32_t n = 0; n < i->operand_count; n++)
        look_at_temporary(f, i, ir_operands(f, i) + n, b, is_cyclic[b]);
      look_at_inst(c, f, bb->first + k, is_cyclic[b]);
    }
  }
  for (uint32_t k = 0; k < f->operands.len; k++)
    take_address(c, &f->operands.data[k]);
  for (uint32_t k = 0; k < f->incomings.len; k++)
    take_address(c, &f->incomings.data[k].value);
  mem_free(is_cyclic);
}

static void look_at_initials(counter *c) {
  for (uint32_t s = 1; s < c->m->symbols.len; s++)
    for (uint32_t k = 0; k < c->m->symbols.data[s].initial_count; k++)
      take_address(c, &c->m->symbols.data[s].initials[k].value);
}

// Follows the callers up to the entry; their chain is at most as long as there
// are functions.
static bool is_entered_once(const counter *c, uint32_t symbol) {
  for (uint32_t k = 0; k <= c->m->functions.len; k++) {
    if (symbol == c->m->entry)
      return c->entrances[symbol].entered == 0;
    if (c->entrances[symbol].entered != 1)
      return false;
    symbol = c->entrances[symbol].caller;
  }
  return false;
}

void heap_find_sites(ir_module *m) {
  counter c = {.m = m};
  c.entrances = mem_alloc(m->symbols.len * sizeof *c.entrances);
  for (uint32_t k = 0; k < m->functions.len; k++)
    look_at_function(&c, m->functions.data[k]);
  look_at_initials(&c);
  for (uint32_t s = 0; s < m->sites.len; s++) {
    ir_site *site = &m->sites.data[s];
    site->is_once =
        site->is_once && is_entered_once(&c, site->function->symbol);
  }
  mem_free(c.entrances);
}
