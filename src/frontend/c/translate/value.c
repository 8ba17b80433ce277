// SPDX-License-Identifier: Apache-2.0
// Values of instructions and operands, and how they outlive their step.
//
// A temporary lives in the step that computed it. What is needed later, behind
// a call or in another block, is written to the slot's own variable when the
// step ends ("spilled"); only values without variables and inputs survive as
// they are.
#include "frontend/c/memory/escape.h"
#include "frontend/c/memory/outside.h"
#include "frontend/c/memory/place.h"

#include <assert.h>

#include "base/unreachable.h"
#include "frontend/c/memory/pointer.h"

// --- making values ---------------------------------------------------------

val val_int(term t) {
  assert(!term_is_none(t));
  return (val){.kind = VAL_INT, .t = t};
}

val val_bad(const char *reason) {
  return (val){.kind = VAL_BAD, .reason = reason};
}

val val_pointer(translator *t, const pointer *p) {
  return (val){.kind = VAL_POINTER, .p = arena_copy(t->scratch, p, sizeof *p)};
}

val val_of_term(translator *t, const ir_type *type, term v) {
  if (type->kind != IR_POINTER)
    return val_int(v);
  pointer p = pointer_of_term(t, v);
  return val_pointer(t, &p);
}

val val_aggregate(translator *t, const ir_type *type) {
  uint32_t n = ir_leaf_count(type, UINT32_MAX);
  return (val){.kind = VAL_AGGREGATE,
               .leaves = ARENA_ARRAY(t->scratch, val, n),
               .leaf_count = n};
}

val val_leaf(translator *t, val v, uint32_t index) {
  (void)t;
  if (v.kind == VAL_BAD)
    return v;
  if (v.kind != VAL_AGGREGATE) {
    assert(index == 0);
    return v;
  }
  assert(index < v.leaf_count);
  return v.leaves[index];
}

val val_fresh_scalar(translator *t, const ir_type *leaf, input_kind kind,
                     const char *name, type_info type) {
  return val_of_term(t, leaf,
                     step_input(t, kind, name, type, leaf_sort(t, leaf)));
}

val val_fresh(translator *t, const ir_type *type, input_kind kind,
              const char *name) {
  if (ir_is_scalar(type))
    return val_fresh_scalar(t, type, kind, name, leaf_type_info(type));
  if (type->kind != IR_STRUCT && type->kind != IR_ARRAY)
    return val_bad("a value of an unusual type");
  val v = val_aggregate(t, type);
  val *leaves = (val *)(uintptr_t)v.leaves;
  for (uint32_t k = 0; k < v.leaf_count; k++) {
    const ir_type *leaf = ir_leaf(type, k);
    leaves[k] = val_fresh_scalar(t, leaf, kind, name, leaf_type_info(leaf));
  }
  return v;
}

term bool_to_bits(terms *tt, term b, uint32_t width) {
  return term_ite(tt, b, term_bv(tt, width, 1), term_bv(tt, width, 0));
}

term bits_to_bool(terms *tt, term b) {
  return term_eq_make(tt, term_extract(tt, b, 0, 0), term_bv(tt, 1, 1));
}

static term default_term(translator *t, const ir_type *type) {
  if (type->kind == IR_POINTER)
    return term_bv(t->tt, POINTER_BITS, 0);
  return type->bits == 1 ? term_false(t->tt) : term_bv(t->tt, type->bits, 0);
}

static term address_term(translator *t, val v) {
  term known;
  term n = place_number(t, v.p, v.from, &known);
  escape_hand(t, v.p, term_true(t->tt));
  outside_keep(t, v.p);
  step_unsupported(t, term_not(t->tt, known), "an address used as an integer");
  return n;
}

term val_term(translator *t, val v, const ir_type *type) {
  assert(ir_is_scalar(type));
  switch (v.kind) {
  case VAL_INT:
    assert(sort_eq(term_sort(t->tt, v.t), leaf_sort(t, type)));
    return v.t;
  case VAL_POINTER:
    assert(type->kind == IR_POINTER);
    outside_keep(t, v.p);
    return pointer_term(t, v.p);
  case VAL_ADDRESS:
    assert(type->bits == t->m->pointer_bytes * 8);
    return address_term(t, v);
  case VAL_BAD:
    step_unsupported(t, term_true(t->tt), "%s", v.reason);
    return default_term(t, type);
  case VAL_AGGREGATE:
    break;
  }
  UNREACHABLE();
}

val val_number(translator *t, val v, const ir_type *type) {
  return v.kind == VAL_ADDRESS ? val_int(val_term(t, v, type)) : v;
}

// --- operands --------------------------------------------------------------

static bool is_current(const translator *t, const temporary *m) {
  return m->visit == t->visit && (m->is_stable || m->step == t->step.number);
}

// The slot's variables, with what is known about them.
static val read_slot(translator *t, uint32_t slot, const ir_type *type) {
  frame *f = t->frame;
  const binding *b =
      f->bindings == NULL ? NULL : frame_slot_binding(t, f, slot);
  if (b != NULL && b->is_known)
    return b->constant;
  var first = frame_slot(t, f, slot, type);
  if (!ir_is_scalar(type)) {
    val v = val_aggregate(t, type);
    val *leaves = (val *)(uintptr_t)v.leaves;
    for (uint32_t k = 0; k < v.leaf_count; k++)
      leaves[k] =
          val_of_term(t, ir_leaf(type, k), step_read(t, (var){first.id + k}));
    return v;
  }
  term now = step_read(t, first);
  if (type->kind != IR_POINTER)
    return val_int(now);
  pointer p = pointer_of_term(t, now);
  if (b != NULL && b->object != NULL && p.object == NULL)
    pointer_set_object(t, &p, b->object);
  if (b != NULL)
    p.room = b->room;
  return val_pointer(t, &p);
}

term val_present(translator *t, uint32_t symbol) {
  if (!t->m->symbols.data[symbol].is_weak)
    return TERM_NONE;
  const object *o = global_object(t, symbol);
  assert(o->present.id != 0);
  return step_read(t, o->present);
}

// Its address is null where it is not there.
static val weak_pointer(translator *t, const ir_operand *o, term present) {
  pointer there = pointer_to_object(global_object(t, o->symbol), o->offset);
  pointer null;
  if (o->type->kind != IR_POINTER || !pointer_absolute(t, o->offset, &null))
    return val_bad("the address of a weak symbol as a number");
  pointer p =
      pointer_of_term(t, term_ite(t->tt, present, pointer_term(t, &there),
                                  pointer_term(t, &null)));
  return val_pointer(t, &p);
}

static val constant_pointer(translator *t, const ir_operand *o) {
  pointer p;
  term present = val_present(t, o->symbol);
  if (!term_is_none(present))
    return weak_pointer(t, o, present);
  if (o->symbol != 0)
    p = pointer_to_object(global_object(t, o->symbol), o->offset);
  else if (!pointer_absolute(t, o->offset, &p))
    return val_bad("a large integer as an address");
  if (o->left.bytes != 0)
    pointer_stray(t, &p, term_true(t->tt), o->left);
  p.room = o->room;
  val v = val_pointer(t, &p);
  if (o->type->kind == IR_POINTER)
    return v;
  v.kind = VAL_ADDRESS;
  v.is_moved = o->offset != 0;
  return arith_cut(t, v, o->type->bits);
}

static val constant_aggregate(translator *t, const ir_operand *o) {
  val v = val_aggregate(t, o->type);
  val *leaves = (val *)(uintptr_t)v.leaves;
  assert(v.leaf_count == o->leaf_count);
  for (uint32_t k = 0; k < o->leaf_count; k++)
    leaves[k] = val_operand(t, &o->leaves[k]);
  return v;
}

val val_operand(translator *t, const ir_operand *o) {
  switch (o->kind) {
  case OPERAND_SLOT:
    if (is_current(t, &t->temps[o->slot]))
      return t->temps[o->slot].v;
    return read_slot(t, o->slot, o->type);
  case OPERAND_LOCAL: {
    pointer p = pointer_to_object(frame_object(t, t->frame, o->local), 0);
    return val_pointer(t, &p);
  }
  case OPERAND_INT:
    return val_int(o->constant);
  case OPERAND_POINTER:
    return constant_pointer(t, o);
  case OPERAND_UNDEF:
    return val_fresh(t, o->type, INPUT_CHOICE, "undefined value");
  case OPERAND_AGGREGATE:
    return constant_aggregate(t, o);
  case OPERAND_BAD:
    return val_bad(o->reason);
  }
  UNREACHABLE();
}

// --- results ---------------------------------------------------------------

bool val_is_stable(const translator *t, val v) {
  if (v.kind == VAL_INT)
    return term_is_value(t->tt, v.t);
  if (v.kind == VAL_BAD)
    return true;
  return v.kind == VAL_POINTER && v.p->object != NULL && v.p->part_count == 0 &&
         term_is_none(v.p->base) &&
         (!v.p->object->is_many || term_is_value(t->tt, v.p->instance));
}

void val_define(translator *t, const ir_inst *i, val v) {
  if (i->slot == IR_NO_SLOT || i->last_use == t->inst_index)
    return;
  bool is_stable = val_is_stable(t, v);
  t->temps[i->slot] = (temporary){t->visit, t->step.number, is_stable, v};
  vec_push(&t->step.defined, t->inst_index);
  if (!is_stable && i->last_use != IR_ELSEWHERE &&
      i->last_use > t->step.last_need)
    t->step.last_need = i->last_use;
}

void val_assign_slot(translator *t, frame *f, uint32_t slot,
                     const ir_type *type, val v) {
  uint32_t n = ir_leaf_count(type, UINT32_MAX);
  if (n == 0)
    return;
  var first = frame_slot(t, f, slot, type);
  for (uint32_t k = 0; k < n; k++)
    step_write(t, (var){first.id + k},
               val_term(t, val_leaf(t, v, k), ir_leaf(type, k)));
}

void val_bind(translator *t, binding *b, val v) {
  *b = (binding){.is_known = val_is_stable(t, v), .constant = v};
  if (v.kind != VAL_POINTER)
    return;
  b->object = v.p->object;
  b->room = v.p->room;
  b->constant.p = arena_copy(t->mem, v.p, sizeof *v.p);
}

// A block runs once per frame here, so what is known of its results holds
// whenever they are read.
static void spill(translator *t, const ir_inst *i, val v) {
  binding *b = frame_slot_binding(t, t->frame, i->slot);
  val_bind(t, b, v);
  if (!b->is_known)
    val_assign_slot(t, t->frame, i->slot, i->type, v);
}

void val_spill(translator *t, bool leaves_block) {
  uint32_t kept = 0;
  for (uint32_t k = 0; k < t->step.defined.len; k++) {
    uint32_t index = t->step.defined.data[k];
    const ir_inst *i = &t->frame->f->insts.data[index];
    const temporary *m = &t->temps[i->slot];
    if (i->last_use <= t->inst_index)
      continue;
    if (m->is_stable && !leaves_block)
      t->step.defined.data[kept++] = index;
    else
      spill(t, i, m->v);
  }
  t->step.defined.len = kept;
}
