// SPDX-License-Identifier: Apache-2.0
// Memory from outside: arrays from addresses to values.
//
// What it holds at the start is arbitrary. Pointers in it are numbers then, so
// the array of pointers has numbers as elements. If the program may also store
// pointers to its own objects there, a second array keeps what was stored: a
// pointer with a bit in front that says so.
#include "frontend/c/memory/outside.h"

#include <assert.h>

#include "frontend/c/memory/cells.h"
#include "frontend/c/memory/numbers.h"
#include "frontend/c/memory/safety.h"
#include "frontend/c/memory/pointer.h"

static bool is_watched(const translator *t) {
  return step_checks(t, PROPERTY_DEREF) || step_checks(t, PROPERTY_FREE);
}

// --- the arrays ------------------------------------------------------------

static var add_array(translator *t, uint32_t bits) {
  sort address_ = sort_bv(t->tt, numbers_width(t));
  var_info info = {.type = {TYPE_OTHER, NULL},
                   .sort = sort_array(t->tt, address_, sort_bv(t->tt, bits))};
  return program_add_variable(t->p, &info);
}

void outside_start(translator *t) {
  if (is_watched(t) || !points_to_has_outside(t->targets) ||
      !points_to_reaches_outside(t->targets))
    return;
  t->outside.stored = add_array(t, WORD_BITS);
  sort s = program_variable(t->p, t->outside.stored)->sort;
  step_write(t, t->outside.stored,
             term_const_array(t->tt, s, term_bv(t->tt, WORD_BITS, 0)));
}

static var pointers(translator *t) {
  if (t->outside.pointers.id == 0)
    t->outside.pointers = add_array(t, numbers_width(t));
  return t->outside.pointers;
}

static var numbers_of_size(translator *t, uint64_t bytes) {
  assert(bytes > 0);
  while (t->outside.numbers.len <= bytes)
    vec_push(&t->outside.numbers, VAR_NONE);
  var *v = &t->outside.numbers.data[bytes];
  if (v->id == 0)
    *v = add_array(t, (uint32_t)bytes * 8);
  return *v;
}

// --- who leads there -------------------------------------------------------

void outside_mark(const translator *t, pointer *p, const ir_operand *from) {
  if (p->object != NULL || is_watched(t))
    return;
  if (term_is_value(t->tt, p->object_id) ||
      (from != NULL && points_to_is_outside(t->targets, t->frame->f, from)))
    p->may_be_number = true;
}

bool outside_is_source(const translator *t, input_kind kind) {
  return kind == INPUT_GLOBAL || kind == INPUT_MEMORY ||
         kind == INPUT_ARGUMENT ||
         ((kind == INPUT_HEAP || kind == INPUT_LOCAL) && !is_watched(t) &&
          points_to_has_outside(t->targets));
}

void outside_arrive(translator *t, term value_) {
  if (is_watched(t)) {
    safety_assume_foreign(t, value_);
    return;
  }
  pointer p = pointer_of_term(t, value_);
  program_add_note(t->p, NOTE_ASSUMPTION,
                   "pointers that the program gets from undefined functions do "
                   "not lead to objects of the program",
                   step_pos(t));
  step_assume(t, numbers_is_proper(t, &p));
}

bool outside_is_possible(const translator *t, address at) {
  if (at.p->object != NULL || is_watched(t))
    return false;
  return at.p->may_be_number || term_is_value(t->tt, at.p->object_id) ||
         (at.from != NULL &&
          points_to_is_outside(t->targets, t->frame->f, at.from));
}

// --- accesses --------------------------------------------------------------

static void note_access(translator *t) {
  program_add_note(t->p, NOTE_ASSUMPTION,
                   "pointers that the program gets from undefined functions "
                   "and uses are not null, and lead to valid memory, which is "
                   "accessed with one size at each address",
                   step_pos(t));
}

static term read_pointer(translator *t, term at) {
  terms *tt = t->tt;
  term first =
      numbers_encode(t, term_select(tt, step_read(t, pointers(t)), at));
  if (t->outside.stored.id == 0)
    return first;
  term word = term_select(tt, step_read(t, t->outside.stored), at);
  term is_stored =
      bits_to_bool(tt, term_extract(tt, word, WORD_BITS - 1, POINTER_BITS));
  return term_ite(tt, is_stored, term_extract(tt, word, POINTER_BITS - 1, 0),
                  first);
}

// Others may change it between any two reads.
static term read_volatile(translator *t, const ir_type *type) {
  val v = val_fresh(t, type, INPUT_MEMORY, "volatile memory");
  term fresh = val_term(t, v, type);
  if (type->kind == IR_POINTER)
    outside_arrive(t, fresh);
  return fresh;
}

term outside_read(translator *t, const pointer *p, const ir_type *type) {
  assert(ir_is_scalar(type) && type->kind != IR_WORD);
  note_access(t);
  term at = numbers_value(t, p);
  if (t->inst->op == IR_LOAD && t->inst->is_volatile)
    return read_volatile(t, type);
  if (type->kind == IR_POINTER)
    return read_pointer(t, at);
  var v = numbers_of_size(t, type->store);
  return cells_from_bytes(t, type, term_select(t->tt, step_read(t, v), at));
}

static void write_array(translator *t, var v, term at, term value_,
                        term condition) {
  term old = step_read(t, v);
  step_write(
      t, v,
      term_ite(t->tt, condition, term_store(t->tt, old, at, value_), old));
}

static void write_pointer(translator *t, term at, term value_, term condition) {
  terms *tt = t->tt;
  if (t->outside.stored.id != 0) {
    term word = term_concat(tt, term_bv(tt, 1, 1), value_);
    write_array(t, t->outside.stored, at, word, condition);
    return;
  }
  pointer p = pointer_of_term(t, value_);
  step_unsupported(t, term_and(tt, condition, term_not(tt, numbers_is(t, &p))),
                   "a pointer to an object is stored in memory from outside");
  if (p.object == NULL)
    write_array(t, pointers(t), at, numbers_value(t, &p), condition);
}

void outside_write(translator *t, const pointer *p, const ir_type *type, term v,
                   term condition) {
  assert(ir_is_scalar(type) && type->kind != IR_WORD);
  note_access(t);
  term at = numbers_value(t, p);
  if (type->kind == IR_POINTER)
    write_pointer(t, at, v, condition);
  else
    write_array(t, numbers_of_size(t, type->store), at,
                cells_to_bytes(t, type, v), condition);
}
