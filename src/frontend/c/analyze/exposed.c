// SPDX-License-Identifier: Apache-2.0
// Which pointers of a function become numbers.
//
// A pointer that is cast to an integer is still a pointer as long as only
// integers are added to it, and until it is cast back, subtracted from another
// one, or compared with another one or with zero: all that is computed without
// knowing where the object lies. Where something else happens to it, it is
// *exposed*, and its object needs a place in memory. An address that is not
// needed in its own block alone, or needed behind a call, is written to a
// variable in between: that is something else, too.
#include "frontend/c/analyze/exposed.h"

#include <assert.h>

#include "base/mem.h"

typedef struct {
  const ir_operand *pointer; // that it was made from; NULL: it is no address
  bool is_moved;             // something was added
} origin;

typedef struct {
  const ir_function *f;
  const ir_module *m;
  origin *origins;       // by slot
  uint32_t *calls_since; // by instruction: calls before it
  exposed *out;
} finder;

static origin origin_of(const finder *x, const ir_operand *o) {
  if (o->kind == OPERAND_SLOT)
    return x->origins[o->slot];
  bool is_address =
      o->kind == OPERAND_POINTER && o->symbol != 0 && o->type->kind == IR_INT;
  return (origin){is_address ? o : NULL, is_address && o->offset != 0};
}

static void expose(finder *x, const ir_operand *o) {
  origin from = origin_of(x, o);
  if (from.pointer != NULL)
    vec_push(&x->out->pointers, from.pointer);
}

// Whether the result is used up before it would have to be kept.
static bool is_passing(const finder *x, uint32_t index) {
  const ir_inst *i = &x->f->insts.data[index];
  return i->last_use != IR_ELSEWHERE &&
         i->type->bits == x->m->pointer_bytes * 8 &&
         x->calls_since[i->last_use] == x->calls_since[index];
}

static void keep(finder *x, uint32_t index, origin from) {
  if (is_passing(x, index))
    x->origins[x->f->insts.data[index].slot] = from;
  else
    vec_push(&x->out->pointers, from.pointer);
}

// True: the addresses among the operands remain such.
static bool moves(finder *x, uint32_t index, const ir_operand *o) {
  const ir_inst *i = &x->f->insts.data[index];
  if (i->sub != BINARY_ADD && i->sub != BINARY_SUB)
    return false;
  origin a = origin_of(x, o), b = origin_of(x, o + 1);
  if (a.pointer != NULL && b.pointer != NULL)
    return i->sub == BINARY_SUB;
  if (i->sub == BINARY_SUB && b.pointer != NULL)
    return false;
  origin from = a.pointer != NULL ? a : b;
  from.is_moved = true;
  if (from.pointer != NULL)
    keep(x, index, from);
  return true;
}

static bool is_on_page(const finder *x, const ir_operand *o) {
  if (o->kind != OPERAND_INT || o->type->kind != IR_INT || o->type->bits < 2 ||
      o->type->bits > 64)
    return false;
  int64_t n = value_get_s64(term_get_value(x->m->tt, o->constant));
  return -EXPOSED_PAGE <= n && n < EXPOSED_PAGE;
}

// Pointers themselves: among each other, in the order that they have as such,
// and with what no object's address is.
static bool compares_pointers(const finder *x, const ir_inst *i,
                              const ir_operand *o) {
  origin a = origin_of(x, o), b = origin_of(x, o + 1);
  if (!exposed_knows_page((ir_compare)i->sub) || a.is_moved || b.is_moved)
    return false;
  if (a.pointer != NULL && b.pointer != NULL)
    return i->sub == COMPARE_EQ || i->sub == COMPARE_NE;
  return is_on_page(x, o) || is_on_page(x, o + 1);
}

static void expose_all(finder *x, const ir_inst *i, const ir_operand *o) {
  for (uint32_t k = 0; k < i->operand_count; k++)
    expose(x, o + k);
}

// A variable that is kept as a pointer.
static void load_address(finder *x, uint32_t index, const ir_local *l) {
  const ir_inst *i = &x->f->insts.data[index];
  if (i->slot == IR_NO_SLOT || i->last_use == index)
    return;
  ir_operand *self = ARENA_NEW(x->m->mem, ir_operand);
  *self = (ir_operand){.kind = OPERAND_SLOT, .type = i->type, .slot = i->slot};
  keep(x, index, (origin){self, l->is_address_moved});
}

static void look_at(finder *x, uint32_t index) {
  const ir_inst *i = &x->f->insts.data[index];
  const ir_operand *o = ir_operands(x->f, i);
  switch ((ir_op)i->op) {
  case IR_PTR_TO_INT:
    keep(x, index, (origin){o, false});
    break;
  case IR_LOAD:
    if (ir_is_address(x->f, o))
      load_address(x, index, &x->f->locals.data[o->local]);
    break;
  case IR_STORE:
    if (!ir_is_address(x->f, o + 1))
      expose(x, o);
    break;
  case IR_INT_TO_PTR:
    if (o->kind == OPERAND_SLOT && origin_of(x, o).pointer == NULL)
      vec_push(&x->out->casts, i);
    break;
  case IR_BINARY:
    if (!moves(x, index, o))
      expose_all(x, i, o);
    break;
  case IR_COMPARE:
    if (!compares_pointers(x, i, o))
      expose_all(x, i, o);
    break;
  case IR_GEP: {
    const ir_gep *g = &x->f->geps.data[i->aux];
    for (uint32_t k = 0; k < g->index_count; k++)
      expose(x, &x->f->indices.data[g->indices + k].operand);
    break;
  }
  default:
    expose_all(x, i, o);
    break;
  }
}

static void count_calls(finder *x) {
  uint32_t n = x->f->insts.len;
  x->calls_since = mem_alloc((n + 1u) * sizeof *x->calls_since);
  for (uint32_t k = 0; k < n; k++)
    x->calls_since[k + 1] =
        x->calls_since[k] + (x->f->insts.data[k].op == IR_CALL);
}

void exposed_find(const ir_module *m, const ir_function *f, exposed *out) {
  finder x = {.m = m, .f = f, .out = out};
  x.origins = mem_alloc((f->slot_count + 1u) * sizeof *x.origins);
  count_calls(&x);
  for (uint32_t k = 0; k < f->insts.len; k++)
    look_at(&x, k);
  for (uint32_t k = 0; k < f->incomings.len; k++)
    expose(&x, &f->incomings.data[k].value);
  mem_free(x.origins);
  mem_free(x.calls_since);
}

void exposed_clear(exposed *e) {
  vec_free(&e->pointers);
  vec_free(&e->casts);
}
