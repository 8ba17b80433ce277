// SPDX-License-Identifier: Apache-2.0
// What a function does with its locals: where their addresses go, and whether
// an initializer follows their declaration.
#include "frontend/c/analyze/finish.h"

#include <assert.h>

#include "base/mem.h"

// --- what is a scalar, and where addresses go -----------------------------

// By slot: the local that the slot's address points into, plus one.
static uint32_t root_of(const uint32_t *root, const ir_operand *o) {
  if (o->kind == OPERAND_LOCAL)
    return o->local + 1;
  return o->kind == OPERAND_SLOT ? root[o->slot] : 0;
}

static void gives_address(ir_function *f, const uint32_t *root,
                          const ir_operand *o) {
  uint32_t r = root_of(root, o);
  if (r != 0) {
    f->locals.data[r - 1].has_address = true;
    f->locals.data[r - 1].is_scalar = false;
  }
}

static void keeps_address(ir_function *f, const uint32_t *root,
                          const ir_operand *o) {
  if (root_of(root, o) != 0)
    f->locals.data[root_of(root, o) - 1].is_kept = true;
}

static void is_accessed(ir_function *f, const ir_operand *o,
                        const ir_type *type) {
  if (o->kind == OPERAND_LOCAL && f->locals.data[o->local].type != type)
    f->locals.data[o->local].is_scalar = false;
}

static void not_scalar(ir_function *f, const ir_operand *o) {
  if (o->kind == OPERAND_LOCAL)
    f->locals.data[o->local].is_scalar = false;
}

static void look_at_addresses(ir_function *f, uint32_t *root,
                              const ir_inst *i) {
  const ir_operand *o = ir_operands(f, i);
  switch ((ir_op)i->op) {
  case IR_LOAD:
    is_accessed(f, o, i->type);
    break;
  case IR_STORE:
    gives_address(f, root, o);
    keeps_address(f, root, o);
    is_accessed(f, o + 1, i->type);
    break;
  case IR_GEP:
    not_scalar(f, o);
    root[i->slot] = root_of(root, o);
    if (i->last_use == IR_ELSEWHERE)
      gives_address(f, root, o);
    break;
  case IR_COPY:
    not_scalar(f, o + 1);
    not_scalar(f, o);
    break;
  case IR_FILL:
    not_scalar(f, o);
    break;
  default:
    for (uint32_t k = 0; k < i->operand_count; k++)
      gives_address(f, root, o + k);
    break;
  }
}

static void find_scalars(ir_function *f) {
  for (uint32_t l = 0; l < f->locals.len; l++)
    f->locals.data[l].is_scalar =
        ir_is_scalar(f->locals.data[l].type) && !f->locals.data[l].is_variable;
  uint32_t *root = mem_alloc((f->slot_count + 1u) * sizeof *root);
  // Within a block definitions come before uses; an address that is used in
  // another one counts as given away.
  for (uint32_t i = 0; i < f->insts.len; i++)
    look_at_addresses(f, root, &f->insts.data[i]);
  for (uint32_t i = 0; i < f->incomings.len; i++)
    gives_address(f, root, &f->incomings.data[i].value);
  mem_free(root);
}

// --- initialized right after the declaration -------------------------------
//
// Structs, arrays and locals with an address are looked at more simply: is
// every byte written between the declaration and the end of its block, before
// anything could read it? Initializers are compiled to exactly that.

enum { MOST_BYTES = 1 << 16 };

typedef struct {
  const ir_module *m;
  const ir_function *f;
  const ir_local *l;
  uint32_t local;
  uint32_t *base;      // by slot: 1 + offset into the local; 0: elsewhere
  VEC(uint32_t) based; // slots to reset
  bool *is_missing;    // by byte: part of a scalar, and not yet written
  uint64_t missing;    // how many
} cover;

typedef enum { COVER_MORE, COVER_DONE, COVER_FAILED } cover_status;

// Offset of the address in the local plus one; 0: it points elsewhere.
static uint64_t offset_in(const cover *c, const ir_operand *o) {
  if (o->kind == OPERAND_LOCAL)
    return o->local == c->local ? 1 : 0;
  return o->kind == OPERAND_SLOT ? c->base[o->slot] : 0;
}

static cover_status write_bytes(cover *c, uint64_t at, uint64_t size) {
  assert(at > 0);
  for (uint64_t k = at - 1; k < at - 1 + size && k < c->l->type->size; k++) {
    c->missing -= c->is_missing[k];
    c->is_missing[k] = false;
  }
  return c->missing == 0 ? COVER_DONE : COVER_MORE;
}

static cover_status cover_gep(cover *c, const ir_inst *i, const ir_operand *o) {
  const ir_gep *g = &c->f->geps.data[i->aux];
  uint64_t base = offset_in(c, o);
  if (base == 0)
    return COVER_MORE;
  int64_t at = (int64_t)base + g->offset;
  if (g->index_count > 0 || at < 1 || at > MOST_BYTES)
    return COVER_FAILED;
  c->base[i->slot] = (uint32_t)at;
  vec_push(&c->based, i->slot);
  return COVER_MORE;
}

static cover_status cover_size(cover *c, const ir_operand *o) {
  uint64_t at = offset_in(c, &o[0]);
  if (at == 0)
    return COVER_MORE;
  if (o[2].kind != OPERAND_INT)
    return COVER_FAILED;
  value n = term_get_value(c->m->tt, o[2].constant);
  return write_bytes(c, at, value_get_u64(n));
}

// A call may read the local if it can know its address.
static cover_status cover_call(const cover *c, const ir_inst *i,
                               const ir_operand *o) {
  for (uint32_t k = 0; k < i->operand_count; k++)
    if (offset_in(c, &o[k]) != 0)
      return COVER_FAILED;
  if (!c->l->has_address)
    return COVER_MORE;
  uint32_t symbol = c->f->calls.data[i->aux].symbol;
  bool is_external = symbol != 0 && !c->m->symbols.data[symbol].is_defined;
  for (uint32_t k = 0; k < i->operand_count; k++)
    is_external = is_external && o[k].type->kind != IR_POINTER;
  return is_external ? COVER_MORE : COVER_FAILED;
}

static bool may_alias(const cover *c, const ir_operand *address) {
  return c->l->has_address && address->kind == OPERAND_SLOT;
}

static cover_status cover_step(cover *c, const ir_inst *i) {
  const ir_operand *o = ir_operands(c->f, i);
  switch ((ir_op)i->op) {
  case IR_LOAD:
    return offset_in(c, o) != 0 || may_alias(c, o) ? COVER_FAILED : COVER_MORE;
  case IR_STORE:
    if (offset_in(c, o) != 0)
      return COVER_FAILED;
    return offset_in(c, o + 1) == 0
               ? COVER_MORE
               : write_bytes(c, offset_in(c, o + 1), i->type->store);
  case IR_GEP:
    return cover_gep(c, i, o);
  case IR_COPY:
    if (offset_in(c, o + 1) != 0 || may_alias(c, o + 1))
      return COVER_FAILED;
    return cover_size(c, o);
  case IR_FILL:
    return cover_size(c, o);
  case IR_CALL:
    return cover_call(c, i, o);
  default:
    for (uint32_t k = 0; k < i->operand_count; k++)
      if (offset_in(c, &o[k]) != 0)
        return COVER_FAILED;
    return COVER_MORE;
  }
}

// All bytes but those of padding, which nobody writes.
static void miss_leaves(cover *c, const ir_type *t, uint64_t offset) {
  for (uint64_t k = 0; ir_is_scalar(t) && k < t->store; k++) {
    c->is_missing[offset + k] = true;
    c->missing++;
  }
  for (uint64_t k = 0; t->kind == IR_ARRAY && k < t->length; k++)
    miss_leaves(c, t->element, offset + k * t->element->size);
  for (uint32_t k = 0; t->kind == IR_STRUCT && k < t->count; k++)
    miss_leaves(c, t->fields[k], offset + t->offsets[k]);
}

// at: index of the declaration in its block.
static bool is_initialized(cover *c, const ir_block *b, uint32_t at) {
  c->missing = 0;
  c->is_missing = mem_alloc(c->l->type->size + 1);
  miss_leaves(c, c->l->type, 0);
  cover_status status = COVER_MORE;
  for (uint32_t k = at + 1; status == COVER_MORE && k < b->count; k++)
    status = cover_step(c, &c->f->insts.data[b->first + k]);
  mem_free(c->is_missing);
  while (c->based.len > 0)
    c->base[vec_pop(&c->based)] = 0;
  return status == COVER_DONE;
}

static void look_at_declarations(const ir_module *m, ir_function *f) {
  cover c = {.m = m, .f = f};
  c.base = mem_alloc((f->slot_count + 1u) * sizeof *c.base);
  for (uint32_t b = 0; b < f->blocks.len; b++)
    for (uint32_t k = 0; k < f->blocks.data[b].count; k++) {
      const ir_inst *i = &f->insts.data[f->blocks.data[b].first + k];
      if (i->op != IR_DECLARE)
        continue;
      ir_local *l = &f->locals.data[i->aux];
      c.l = l;
      c.local = i->aux;
      if (l->is_scalar || l->is_parameter || l->is_variable ||
          l->type->size > MOST_BYTES)
        continue;
      l->is_live_declare = !is_initialized(&c, &f->blocks.data[b], k);
    }
  mem_free(c.base);
  vec_free(&c.based);
}

// Until an initializer is found, what is no scalar counts as read.
static void assume_the_worst(ir_function *f) {
  for (uint32_t k = 0; k < f->locals.len; k++) {
    ir_local *l = &f->locals.data[k];
    l->is_live_declare = !l->is_scalar && !l->is_parameter && !l->is_variable;
  }
}

void finish_locals(const ir_module *m, ir_function *f) {
  find_scalars(f);
  assume_the_worst(f);
  finish_liveness(f);
  look_at_declarations(m, f);
}
