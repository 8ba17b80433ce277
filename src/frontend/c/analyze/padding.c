// SPDX-License-Identifier: Apache-2.0
// Whose padding a program can see.
//
// Bytes between members hold what was written there, by memset or memcpy or as
// characters; but nearly all programs read members alone, and then such bytes
// are not worth a variable. A load that names a member of a struct, or a
// variable as a whole, sees no padding. Any other load may, in each object that
// its pointer may point into; and where the object is a copy, so may it in what
// was copied. What the points-to analysis does not know of has padding of which
// any value is read.
#include "frontend/c/analyze/padding.h"

typedef struct {
  ir_module *m;
  const points_to *targets;
  bool has_changed;
} finder;

// Whether the bytes are one scalar of the type, not more.
static bool is_one_scalar(const ir_type *type, uint64_t offset,
                          uint64_t bytes) {
  uint64_t inner;
  const ir_type *at = ir_scalar_at(type, offset, &inner);
  return at != NULL && inner == 0 && at->store == bytes;
}

// NULL: memory from outside has no padding.
static bool *mark_of(const finder *d, target at) {
  switch (at.kind) {
  case TARGET_OUTSIDE:
    return NULL;
  case TARGET_SYMBOL:
    return &d->m->symbols.data[at.index].shows_padding;
  case TARGET_SITE:
    return &d->m->sites.data[at.index].shows_padding;
  case TARGET_LOCAL:
    break;
  }
  return &at.function->locals.data[at.index].shows_padding;
}

static void mark(finder *d, const ir_function *f, const ir_operand *o) {
  target at;
  for (uint32_t k = 0; points_to_get(d->targets, f, o, k, &at); k++) {
    bool *is_marked = mark_of(d, at);
    if (is_marked == NULL)
      continue;
    d->has_changed = d->has_changed || !*is_marked;
    *is_marked = true;
  }
}

static bool is_marked(const finder *d, const ir_function *f,
                      const ir_operand *o) {
  target at;
  for (uint32_t k = 0; points_to_get(d->targets, f, o, k, &at); k++)
    if (mark_of(d, at) != NULL && *mark_of(d, at))
      return true;
  return false;
}

static void look_at_load(finder *d, const ir_function *f, const ir_inst *i) {
  const ir_operand *o = ir_operands(f, i);
  bool is_known = i->is_member;
  if (o->kind == OPERAND_LOCAL)
    is_known = is_known ||
               is_one_scalar(f->locals.data[o->local].type, 0, i->type->store);
  if (o->kind == OPERAND_POINTER && o->symbol != 0 && o->offset >= 0) {
    const ir_symbol *s = &d->m->symbols.data[o->symbol];
    is_known = is_known || s->is_function ||
               is_one_scalar(s->type, (uint64_t)o->offset, i->type->store);
  }
  if (!is_known)
    mark(d, f, o);
}

// Structs that are passed by value are copies of the arguments.
static void look_at_call(finder *d, const ir_function *f, const ir_inst *i) {
  const ir_symbol *s = &d->m->symbols.data[f->calls.data[i->aux].symbol];
  const ir_function *callee = s->function_body;
  const ir_operand *o = ir_operands(f, i);
  for (uint32_t k = 0;
       callee != NULL && k < i->operand_count && k < callee->parameters.len;
       k++) {
    uint32_t local = callee->parameters.data[k].by_value;
    if (local != IR_NO_SLOT && callee->locals.data[local].shows_padding)
      mark(d, f, &o[k]);
  }
}

static void look_at_copy(finder *d, const ir_function *f, const ir_inst *i) {
  const ir_operand *o = ir_operands(f, i);
  if (i->op == IR_COPY && is_marked(d, f, &o[0]))
    mark(d, f, &o[1]);
  else if (i->op == IR_CALL)
    look_at_call(d, f, i);
}

void padding_find(ir_module *m, const points_to *targets) {
  finder d = {.m = m, .targets = targets};
  for (uint32_t k = 0; k < m->functions.len; k++) {
    const ir_function *f = m->functions.data[k];
    for (uint32_t i = 0; i < f->insts.len; i++)
      if (f->insts.data[i].op == IR_LOAD)
        look_at_load(&d, f, &f->insts.data[i]);
  }
  while (d.has_changed) {
    d.has_changed = false;
    for (uint32_t k = 0; k < m->functions.len; k++)
      for (uint32_t i = 0; i < m->functions.data[k]->insts.len; i++)
        look_at_copy(&d, m->functions.data[k],
                     &m->functions.data[k]->insts.data[i]);
  }
}
