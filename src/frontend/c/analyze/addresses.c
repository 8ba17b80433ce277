// SPDX-License-Identifier: Apache-2.0
// Integer variables that hold addresses.
//
// First what may hold an address, as the least solution: the result of a cast,
// a sum with such a value, a variable that one is stored in. Of these variables
// those stay, as the greatest solution, in which nothing else is ever stored.
#include "frontend/c/analyze/addresses.h"

#include <assert.h>

#include "base/mem.h"
#include "frontend/c/library/library.h"

typedef struct {
  bool may_be, is; // holds an address: perhaps, always
  bool is_moved;   // something was added
} holding;

typedef struct {
  const ir_module *m;
  ir_function *f;
  holding *slots, *locals;
  bool is_changed;
} search;

static bool has_width(const search *s, const ir_type *type) {
  return type->kind == IR_INT && type->bits == s->m->pointer_bytes * 8;
}

static bool is_eligible(const search *s, const ir_local *l) {
  return has_width(s, l->type) && l->is_scalar && !l->is_variable &&
         !l->is_parameter && !l->is_filled && !l->is_live_entry &&
         !l->is_live_declare;
}

static holding of_operand(const search *s, const ir_operand *o) {
  return o->kind == OPERAND_SLOT ? s->slots[o->slot] : (holding){0};
}

static bool is_zero(const search *s, const ir_operand *o) {
  return o->kind == OPERAND_INT && has_width(s, o->type) &&
         value_get_u64(term_get_value(s->m->tt, o->constant)) == 0;
}

// An address on one side only, and not subtracted.
static holding of_sum(const search *s, const ir_inst *i, const ir_operand *o) {
  holding a = of_operand(s, o), b = of_operand(s, o + 1);
  bool is_sum = i->sub == BINARY_ADD || i->sub == BINARY_SUB;
  if (!is_sum || !has_width(s, i->type))
    return (holding){0};
  bool is_right = b.is && !a.may_be && i->sub == BINARY_ADD;
  return (holding){.may_be = a.may_be || b.may_be,
                   .is = (a.is && !b.may_be) || is_right,
                   .is_moved = true};
}

static holding of_result(const search *s, const ir_inst *i) {
  const ir_operand *o = ir_operands(s->f, i);
  if (i->op == IR_PTR_TO_INT && has_width(s, i->type))
    return (holding){true, true, false};
  if (i->op == IR_BINARY)
    return of_sum(s, i, o);
  if (i->op == IR_LOAD && o->kind == OPERAND_LOCAL)
    return s->locals[o->local];
  return (holding){0};
}

static void set(search *s, holding *to, holding now) {
  s->is_changed = s->is_changed || to->may_be != now.may_be ||
                  to->is != now.is || to->is_moved != now.is_moved;
  *to = now;
}

// --- what may be one -------------------------------------------------------

static void may_store(search *s, const ir_operand *o) {
  if (o[1].kind != OPERAND_LOCAL)
    return;
  holding from = of_operand(s, &o[0]), *to = &s->locals[o[1].local];
  holding now = *to;
  now.may_be = now.may_be || from.may_be;
  now.is_moved = now.is_moved || (from.may_be && from.is_moved);
  if (is_eligible(s, &s->f->locals.data[o[1].local]))
    set(s, to, now);
}

static void grow(search *s) {
  s->is_changed = true;
  while (s->is_changed) {
    s->is_changed = false;
    for (uint32_t k = 0; k < s->f->insts.len; k++) {
      const ir_inst *i = &s->f->insts.data[k];
      if (i->op == IR_STORE)
        may_store(s, ir_operands(s->f, i));
      else if (i->slot != IR_NO_SLOT)
        set(s, &s->slots[i->slot], of_result(s, i));
    }
  }
}

// --- what always is one ----------------------------------------------------

static void must_store(search *s, const ir_operand *o) {
  if (o[1].kind != OPERAND_LOCAL || !s->locals[o[1].local].is)
    return;
  if (!of_operand(s, &o[0]).is && !is_zero(s, &o[0])) {
    s->locals[o[1].local].is = false;
    s->is_changed = true;
  }
}

static void shrink(search *s) {
  for (uint32_t k = 0; k < s->f->locals.len; k++)
    s->locals[k].is = s->locals[k].may_be;
  s->is_changed = true;
  while (s->is_changed) {
    s->is_changed = false;
    for (uint32_t k = 0; k < s->f->insts.len; k++) {
      const ir_inst *i = &s->f->insts.data[k];
      if (i->op == IR_STORE)
        must_store(s, ir_operands(s->f, i));
      else if (i->slot != IR_NO_SLOT)
        set(s, &s->slots[i->slot], of_result(s, i));
    }
  }
}

// Memory that was freed may be given out again: then two pointers to different
// objects are one number.
static bool frees_memory(const ir_module *m) {
  for (uint32_t k = 1; k < m->symbols.len; k++)
    if (m->symbols.data[k].is_function &&
        library_find(m->symbols.data[k].name) == LIBRARY_FREE)
      return true;
  return false;
}

static void mark(search *s, const ir_type *pointer) {
  for (uint32_t k = 0; k < s->f->locals.len; k++) {
    ir_local *l = &s->f->locals.data[k];
    if (!s->locals[k].is)
      continue;
    assert(is_eligible(s, l));
    l->is_address = true;
    l->is_address_moved = s->locals[k].is_moved || frees_memory(s->m);
    l->type = pointer;
    l->debug = NULL; // the source has another type
  }
}

static void find_in(const ir_module *m, ir_function *f,
                    const ir_type *pointer) {
  search s = {.m = m, .f = f};
  s.slots = mem_alloc((f->slot_count + 1u) * sizeof *s.slots);
  s.locals = mem_alloc((f->locals.len + 1u) * sizeof *s.locals);
  grow(&s);
  shrink(&s);
  mark(&s, pointer);
  mem_free(s.slots);
  mem_free(s.locals);
}

void addresses_find(ir_module *m) {
  ir_type *pointer = ARENA_NEW(m->mem, ir_type);
  *pointer = (ir_type){.kind = IR_POINTER,
                       .align = m->pointer_bytes,
                       .size = m->pointer_bytes,
                       .store = m->pointer_bytes};
  for (uint32_t k = 0; k < m->functions.len; k++)
    if (!m->functions.data[k]->is_copy)
      find_in(m, m->functions.data[k], pointer);
}
