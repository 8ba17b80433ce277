// SPDX-License-Identifier: Apache-2.0
// Functions that may end without a return statement.
//
// Clang keeps the value of a function in a local without a name, which every
// return statement writes and the one return instruction reads. Where a path
// gets there without writing it, C does not define what happens if the caller
// uses the value. So such a function has a flag: whether it was written.
#include "frontend/c/translate/returned.h"

#include <assert.h>

// The local that the instruction loads; IR_NO_SLOT: it does not load one.
static uint32_t loaded_local(const ir_function *f, const ir_inst *i) {
  const ir_operand *o = ir_operands(f, i);
  return i->op == IR_LOAD && o->kind == OPERAND_LOCAL ? o->local : IR_NO_SLOT;
}

// The local that holds the value, if it may be read before it is written.
static uint32_t loose_local(const ir_function *f) {
  for (uint32_t k = 1; k < f->insts.len; k++) {
    const ir_inst *i = &f->insts.data[k], *before = i - 1;
    if (i->op != IR_RETURN || i->operand_count != 1)
      continue;
    const ir_operand *o = ir_operands(f, i);
    uint32_t local = loaded_local(f, before);
    if (o->kind != OPERAND_SLOT || o->slot != before->slot ||
        local == IR_NO_SLOT)
      continue;
    const ir_local *l = &f->locals.data[local];
    if (l->name == NULL && l->is_scalar && l->is_live_entry)
      return local;
  }
  return IR_NO_SLOT;
}

bool returned_may_lack(const ir_function *f) {
  return loose_local(f) != IR_NO_SLOT;
}

void returned_prepare(translator *t, const ir_function *f, storage *s) {
  s->result = loose_local(f);
  if (s->result == IR_NO_SLOT)
    return;
  var_info flag = {.function = f->name,
                   .type = {TYPE_BOOL, NULL},
                   .sort = sort_bool(t->tt),
                   .reach = VAR_PRIVATE};
  s->is_returned = program_add_variable(t->p, &flag);
}

void returned_begin(translator *t, const frame *callee) {
  if (callee->vars->result != IR_NO_SLOT)
    step_write(t, callee->vars->is_returned, term_false(t->tt));
}

void returned_store(translator *t, const ir_operand *to) {
  const storage *s = t->frame->vars;
  if (s->result != IR_NO_SLOT && to->kind == OPERAND_LOCAL &&
      to->local == s->result)
    step_write(t, s->is_returned, term_true(t->tt));
}

static void refuse(translator *t, term bad) {
  step_undefined(t, bad, PROPERTY_RETURN,
                 "use of the value of a function that returned none");
}

void returned_check(translator *t, term is_returned) {
  term zero = term_bv(t->tt, term_width(t->tt, is_returned), 0);
  refuse(t, term_eq_make(t->tt, is_returned, zero));
}

void returned_use(translator *t) {
  const storage *s = t->frame->vars;
  if (s->result != IR_NO_SLOT)
    refuse(t, term_not(t->tt, step_read(t, s->is_returned)));
}
