// SPDX-License-Identifier: Apache-2.0
// How large the objects of an allocation site are, where all are equally large.
//
// The size often reaches malloc through parameters of functions around it, of
// which each call has its own copy (heap_wrappers.c). So an operand is followed
// back: through variables that are stored once, and through parameters of
// functions that one call names. Whoever relies on the result checks it where
// the memory is allocated.
#include <assert.h>

#include "base/mem.h"
#include "frontend/c/analyze/heap_sites.h"

enum { MOST_STEPS = 32 };

// The one call of a function.
typedef struct {
  uint32_t count; // of the calls, and of other uses; saturated at 2
  const ir_function *caller;
  const ir_inst *inst;
} entrance;

typedef struct {
  ir_module *m;
  entrance *entrances; // by symbol
} resolver;

// --- who calls whom --------------------------------------------------------

static void note_entrance(resolver *r, uint32_t symbol,
                          const ir_function *caller, const ir_inst *inst) {
  entrance *e = &r->entrances[symbol];
  *e = (entrance){e->count == 0 ? 1 : 2, caller, inst};
}

static void note_address(resolver *r, const ir_operand *o) {
  if (o->kind == OPERAND_POINTER)
    r->entrances[o->symbol].count = 2;
  for (uint32_t k = 0; o->kind == OPERAND_AGGREGATE && k < o->leaf_count; k++)
    if (o->leaves[k].kind == OPERAND_POINTER)
      r->entrances[o->leaves[k].symbol].count = 2;
}

static void note_call(resolver *r, const ir_function *f, const ir_inst *i) {
  const ir_call *c = &f->calls.data[i->aux];
  if (c->symbol != 0)
    note_entrance(r, c->symbol, f, i);
  for (uint32_t k = 0; k < c->variant_count; k++)
    note_entrance(r, c->variants[k].copy, f, i);
}

static void note_function(resolver *r, const ir_function *f) {
  for (uint32_t k = 0; k < f->insts.len; k++) {
    const ir_inst *i = &f->insts.data[k];
    if (i->op == IR_CALL)
      note_call(r, f, i);
  }
  for (uint32_t k = 0; k < f->operands.len; k++)
    note_address(r, &f->operands.data[k]);
  for (uint32_t k = 0; k < f->incomings.len; k++)
    note_address(r, &f->incomings.data[k].value);
}

static void note_all(resolver *r) {
  for (uint32_t k = 0; k < r->m->functions.len; k++)
    note_function(r, r->m->functions.data[k]);
  for (uint32_t s = 1; s < r->m->symbols.len; s++)
    for (uint32_t k = 0; k < r->m->symbols.data[s].initial_count; k++)
      note_address(r, &r->m->symbols.data[s].initials[k].value);
  r->entrances[r->m->entry].count = 2;
}

// --- following a value back ------------------------------------------------

// A value: an operand in a function.
typedef struct {
  const ir_function *f;
  const ir_operand *o;
} use;

static bool go_to_argument(const resolver *r, use *u, uint32_t parameter) {
  const entrance *e = &r->entrances[u->f->symbol];
  if (e->count != 1 || parameter >= e->inst->operand_count)
    return false;
  const ir_type *type = u->f->parameters.data[parameter].type;
  *u = (use){e->caller, &ir_operands(e->caller, e->inst)[parameter]};
  return u->o->type->kind == IR_INT && type->kind == IR_INT &&
         u->o->type->bits == type->bits;
}

static const ir_inst *definition(const ir_function *f, uint32_t slot) {
  for (uint32_t k = 0; k < f->insts.len; k++)
    if (f->insts.data[k].slot == slot)
      return &f->insts.data[k];
  return NULL; // it is a parameter, or chosen where blocks meet
}

static bool go_to_store(use *u, uint32_t local) {
  for (uint32_t k = 0; k < u->f->insts.len; k++) {
    const ir_inst *i = &u->f->insts.data[k];
    const ir_operand *o = ir_operands(u->f, i);
    if (i->op != IR_STORE || o[1].kind != OPERAND_LOCAL || o[1].local != local)
      continue;
    u->o = o;
    return true;
  }
  return false;
}

static bool go_to_content(const resolver *r, use *u, uint32_t local) {
  if (!u->f->locals.data[local].is_single_store)
    return false;
  for (uint32_t k = 0; k < u->f->parameters.len; k++)
    if (u->f->parameters.data[k].local == local)
      return go_to_argument(r, u, k);
  return go_to_store(u, local);
}

// Where the value comes from; false: that is not known.
static bool go_back(const resolver *r, use *u) {
  if (u->o->kind != OPERAND_SLOT)
    return false;
  const ir_inst *i = definition(u->f, u->o->slot);
  if (i == NULL)
    return u->o->slot < u->f->parameters.len &&
           go_to_argument(r, u, u->o->slot);
  const ir_operand *o = ir_operands(u->f, i);
  if (i->op == IR_LOAD && !i->is_volatile && o->kind == OPERAND_LOCAL)
    return go_to_content(r, u, o->local);
  u->o = o;
  return i->op == IR_MOVE;
}

// Goes back as far as that is known.
static use origin(const resolver *r, use u) {
  use next = u;
  for (uint32_t k = 0; k < MOST_STEPS && go_back(r, &next); k++)
    u = next;
  return u;
}

static bool find_constant(const resolver *r, use u, uint64_t *out) {
  u = origin(r, u);
  if (u.o->kind != OPERAND_INT || u.o->type->kind != IR_INT ||
      u.o->type->bits == 1 || u.o->type->bits > 64)
    return false;
  *out = value_get_u64(term_get_value(r->m->tt, u.o->constant));
  return true;
}

static bool find_size(const resolver *r, const ir_site *s, uint64_t *out) {
  const ir_inst *i = &s->function->insts.data[s->inst];
  *out = 1;
  for (uint32_t k = 0; k < i->operand_count; k++) {
    use u = {s->function, &ir_operands(s->function, i)[k]};
    uint64_t factor;
    if (!find_constant(r, u, &factor) ||
        __builtin_mul_overflow(*out, factor, out))
      return false;
  }
  return i->operand_count > 0;
}

static bool is_sum(const resolver *r, const ir_site *s) {
  const ir_inst *i = &s->function->insts.data[s->inst];
  bool found = false;
  for (uint32_t k = 0; k < i->operand_count; k++) {
    use u = {s->function, &ir_operands(s->function, i)[k]};
    u = origin(r, u);
    const ir_inst *from =
        u.o->kind == OPERAND_SLOT ? definition(u.f, u.o->slot) : NULL;
    found = found ||
            (from != NULL && from->op == IR_BINARY && from->sub == BINARY_ADD);
  }
  return found;
}

void heap_size_sites(ir_module *m) {
  resolver r = {.m = m};
  if (m->sites.len == 0)
    return;
  r.entrances = mem_alloc(m->symbols.len * sizeof *r.entrances);
  note_all(&r);
  for (uint32_t k = 0; k < m->sites.len; k++) {
    ir_site *s = &m->sites.data[k];
    assert(s->function != NULL);
    s->has_size = find_size(&r, s, &s->size);
    s->is_sum = !s->has_size && is_sum(&r, s);
  }
  mem_free(r.entrances);
}
