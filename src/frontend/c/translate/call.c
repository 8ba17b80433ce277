// SPDX-License-Identifier: Apache-2.0
// Calls of defined functions: inlining, one frame per call.
//
// The edge into a function assigns its parameters' variables, and makes
// arbitrary what the function may read before writing. The code behind a call
// is translated when the callee's first return is found: what never returns
// has nothing behind it.
#include "frontend/c/translate/call.h"

#include <assert.h>
#include <string.h>

#include "frontend/c/memory/escape.h"
#include "frontend/c/memory/numbers.h"
#include "frontend/c/memory/outside.h"
#include "frontend/c/memory/place.h"
#include "frontend/c/memory/safety.h"
#include "frontend/c/analyze/globals.h"
#include "frontend/c/ir/lower.h"
#include "frontend/c/library/models.h"
#include "frontend/c/translate/opening.h"
#include "frontend/c/translate/real.h"
#include "frontend/c/translate/returned.h"
#include "frontend/c/memory/heap.h"
#include "frontend/c/memory/pointer.h"

// --- arguments -------------------------------------------------------------

static void fill_local(translator *t, frame *callee, uint32_t local, val v) {
  pointer at = pointer_to_object(frame_object(t, callee, local), 0);
  memory_store(t, (address){&at, NULL, 0}, callee->f->locals.data[local].type,
               v);
  if (callee->f->locals.data[local].is_single_store)
    val_bind(t, frame_local_binding(t, callee, local), v);
}

static void copy_by_value(translator *t, frame *callee, uint32_t local, val v,
                          const ir_operand *from) {
  pointer to = pointer_to_object(frame_object(t, callee, local), 0);
  if (v.kind == VAL_POINTER)
    memory_copy(t, (address){&to, NULL, 0}, (address){v.p, from, 0},
                callee->f->locals.data[local].type->size);
  else
    step_unsupported(t, term_true(t->tt), "an argument of unknown address");
}

// Bytes may be copied from several members at once.
static bool copies_bytes(const ir_function *f) {
  return models_is_file(f->pos.file) && strncmp(f->name, "mem", 3) == 0;
}

void call_pass(translator *t, frame *callee, uint32_t k, val v,
               const ir_operand *from) {
  const ir_parameter *p = &callee->f->parameters.data[k];
  if (v.kind == VAL_POINTER && copies_bytes(callee->f)) {
    pointer bytes = *v.p;
    bytes.room = (ir_room){0};
    v = val_pointer(t, &bytes);
  }
  if (p->by_value != IR_NO_SLOT)
    copy_by_value(t, callee, p->by_value, v, from);
  else if (p->local != IR_NO_SLOT)
    fill_local(t, callee, p->local, v);
  else {
    val_bind(t, frame_slot_binding(t, callee, k), v);
    val_assign_slot(t, callee, k, p->type, v);
  }
}

// What the callee may read before it writes: any value, with each call.
static void havoc_locals(translator *t, frame *callee) {
  for (uint32_t k = 0; k < callee->f->locals.len; k++) {
    const ir_local *l = &callee->f->locals.data[k];
    if (l->is_live_entry && !l->is_parameter)
      memory_havoc(t, frame_object(t, callee, k), term_true(t->tt), INPUT_LOCAL,
                   l->name);
  }
}

void call_begin(translator *t, frame *f) {
  havoc_locals(t, f);
  returned_begin(t, f);
  safety_enter(t, f);
  place_enter(t, f);
  escape_enter(t, f);
}

// Who declares a function to return less than it does reads the lower bits of
// it.
static bool is_part_of(const ir_type *read, const ir_type *returned) {
  return read->kind == IR_INT && returned->kind == IR_INT && read->bits > 1 &&
         read->bits < returned->bits;
}

// Why the arguments do not fit the parameters; NULL: they do.
static const char *mismatch(const ir_function *f, const ir_inst *i,
                            const ir_operand *args) {
  if (i->operand_count < f->parameters.len)
    return "with too few arguments";
  for (uint32_t k = 0; k < f->parameters.len; k++)
    if (f->parameters.data[k].type != args[k].type)
      return "with an argument of another type";
  if (i->slot != IR_NO_SLOT && f->result != i->type &&
      !is_part_of(i->type, f->result))
    return "with a result of another type";
  return NULL;
}

static void too_deep(translator *t, const ir_function *f, term guard) {
  const char *text = arena_printf(
      t->scratch, "calls of %s are unfolded only so far (see --recursion)",
      f->name);
  step_stop(t, guard, t->bound, EDGE_STOP, text);
}

// What main is given, what runs at its end, and what reads the strings that are
// passed elsewhere is called by no line of the source.
static bool is_of_source(const char *function) {
  return strcmp(function, LOWER_ARGUMENTS) != 0 &&
         strcmp(function, LOWER_EXIT) != 0 &&
         strcmp(function, LOWER_READ_STRING) != 0;
}

// An edge into the function, where 'guard' holds.
static void enter(translator *t, const ir_inst *i, const ir_function *f,
                  term guard) {
  const ir_operand *args = ir_operands(t->frame->f, i);
  const char *why = mismatch(f, i, args);
  if (why != NULL) {
    step_unsupported(t, guard, "call of %s %s", f->name, why);
    return;
  }
  frame *callee = frame_new(t, f, t->frame);
  if (callee == NULL) {
    too_deep(t, f, guard);
    return;
  }
  callee->call_inst = t->inst_index;
  val *values = ARENA_ARRAY(t->scratch, val, f->parameters.len + 1);
  for (uint32_t k = 0; k < f->parameters.len; k++)
    values[k] = val_operand(t, &args[k]);
  for (uint32_t k = 0; k < f->parameters.len; k++)
    call_pass(t, callee, k, values[k], &args[k]);
  call_begin(t, callee);
  if (!step_is_dead(t))
    step_emit(t, frame_block(t, callee, 0), guard,
              is_of_source(f->name) ? EDGE_CALL : EDGE_PLAIN,
              models_name(t->scratch, f->name, f->pos.file), true);
}

// --- calls through pointers ------------------------------------------------

static const ir_function *called(const translator *t, const ir_inst *i,
                                 uint32_t symbol) {
  const ir_call *c = &t->frame->f->calls.data[i->aux];
  return t->m->symbols.data[ir_called(c, symbol)].function_body;
}

static void call_candidate(translator *t, const ir_inst *i, candidate c) {
  const ir_symbol *s =
      c.object->symbol == 0 ? NULL : &t->m->symbols.data[c.object->symbol];
  if (s == NULL || s->function_body == NULL || external_is_fixed(t, s))
    step_unsupported(t, c.is_it, "call through a pointer to '%s'",
                     c.object->name);
  else
    enter(t, i, called(t, i, c.object->symbol), c.is_it);
}

// The pointer leads outside: the program goes on behind the call.
static void call_outside(translator *t, const ir_inst *i, term guard) {
  if (t->frame->f->calls.data[i->aux].is_noreturn) {
    step_emit(t, t->end, guard, EDGE_PLAIN, NULL, true);
    return;
  }
  external_call_outside(t, i);
  uint32_t next = t->inst_index + 1;
  loc to = frame_location(t, t->frame, &t->frame->f->insts.data[next]);
  vec_push(&t->work, ((work_item){t->frame, next, to}));
  step_emit(t, to, guard, EDGE_PLAIN, NULL, true);
}

static term outside_guard(translator *t, address at) {
  if (!outside_is_possible(t, at))
    return term_false(t->tt);
  pointer null;
  pointer_absolute(t, 0, &null);
  return term_and(t->tt, outside_leads(t, at),
                  pointer_compare(t, COMPARE_NE, at.p, &null));
}

static void call_pointer(translator *t, const ir_inst *i,
                         const ir_operand *pointer_) {
  val v = val_operand(t, pointer_);
  candidate_vec all = {0};
  term outside = term_false(t->tt);
  if (v.kind == VAL_POINTER) {
    pointer_candidates(t, (address){v.p, pointer_, 0}, &all);
    outside = outside_guard(t, (address){v.p, pointer_, 0});
  }
  val_spill(t, true);
  term known = outside;
  for (uint32_t k = 0; k < all.len && !step_is_dead(t); k++)
    known = term_or(t->tt, known, all.data[k].is_it);
  if (v.kind == VAL_POINTER)
    memory_refuse_null(t, (address){v.p, pointer_, 0},
                       "call through a null pointer");
  // First what is not known, then the others: their edges use what is left.
  step_unsupported(t, term_not(t->tt, known),
                   "call through an unknown function pointer");
  for (uint32_t k = 0; k < all.len && !step_is_dead(t); k++)
    call_candidate(t, i, all.data[k]);
  if (!term_is_false(t->tt, outside) && !step_is_dead(t))
    call_outside(t, i, outside);
  vec_free(&all);
}

bool call_execute(translator *t, const ir_inst *i) {
  const ir_call *c = &t->frame->f->calls.data[i->aux];
  if (c->symbol == 0) {
    call_pointer(t, i, &c->pointer);
    return false;
  }
  const ir_symbol *s = &t->m->symbols.data[c->symbol];
  if (s->is_weak)
    step_undefined(t, term_not(t->tt, val_present(t, c->symbol)), PROPERTY_NULL,
                   "call of a weak function that is not there");
  if (step_is_dead(t))
    return false;
  if (s->function_body == NULL || external_is_fixed(t, s))
    return external_execute(t, i, c->symbol);
  if (models_is_file(s->pos.file)) {
    if (!models_is_file(t->frame->f->pos.file) && is_of_source(s->source))
      program_add_note(t->p, NOTE_MODEL,
                       models_name(t->scratch, s->source, s->pos.file),
                       step_pos(t));
    if (external_move(t, i, s))
      return !step_is_dead(t);
  }
  val_spill(t, true);
  const ir_operand *args = ir_operands(t->frame->f, i);
  if (mismatch(s->function_body, i, args) != NULL ||
      !opening_call(t, i, s->function_body))
    enter(t, i, s->function_body, term_true(t->tt));
  return false;
}

// --- returning -------------------------------------------------------------

static loc return_location(translator *t, frame *f) {
  frame *caller = f->parent;
  if (f->return_to.id == 0) {
    uint32_t next = f->call_inst + 1;
    const ir_inst *i = &caller->f->insts.data[next];
    f->return_to = frame_location(t, caller, i);
    vec_push(&t->work, ((work_item){caller, next, f->return_to}));
  }
  return f->return_to;
}

void call_return(translator *t, const ir_inst *i) {
  frame *f = t->frame;
  const ir_operand *o = ir_operands(f->f, i);
  if (f->open != 0) {
    opening_return(t, i);
    return;
  }
  if (f->parent == NULL) {
    safety_end(t, EDGE_RETURN, f->f->name, false);
    return;
  }
  const ir_inst *call = &f->parent->f->insts.data[f->call_inst];
  bool is_used = call->slot != IR_NO_SLOT && call->last_use != f->call_inst;
  if (is_used && i->operand_count == 1) {
    returned_use(t);
    val v = val_operand(t, o);
    if (is_part_of(call->type, f->f->result))
      v = val_int(term_extract(t->tt, val_term(t, v, f->f->result),
                               call->type->bits - 1, 0));
    val_assign_slot(t, f->parent, call->slot, call->type, v);
  }
  if (!step_is_dead(t))
    step_emit(t, return_location(t, f), term_true(t->tt), EDGE_RETURN,
              f->f->name, true);
}

// --- the start -------------------------------------------------------------

static bool is_main(const frame *f) { return strcmp(f->f->name, "main") == 0; }

// What argv leads to is not known where the arguments of main are not modeled;
// other pointers lead to memory from outside.
static val entry_pointer(translator *t, const frame *f, const ir_type *type,
                         const char *name) {
  if (is_main(f)) {
    const object *unknown =
        safety_is_watched(t) ? t->foreign : object_new(t, name);
    pointer p = pointer_to_object(unknown, 0);
    return val_pointer(t, &p);
  }
  val v = val_fresh(t, type, INPUT_ARGUMENT, name);
  outside_arrive(t, val_term(t, v, type));
  return v;
}

// argc is positive, and the first argument of no other function needs to be.
static bool is_argc(const frame *f, uint32_t k) {
  const ir_parameter *p = f->f->parameters.data;
  return is_main(f) && k == 0 && f->f->parameters.len >= 2 &&
         p[0].type->kind == IR_INT && p[0].type->bits > 1 &&
         p[1].type->kind == IR_POINTER;
}

static void pass_from_outside(translator *t, frame *f, uint32_t k) {
  const ir_parameter *p = &f->f->parameters.data[k];
  const ir_local *l =
      p->local != IR_NO_SLOT ? &f->f->locals.data[p->local] : NULL;
  const char *name =
      l != NULL && l->name != NULL ? l->name : "an argument of the entry";
  if (p->by_value != IR_NO_SLOT) {
    memory_havoc(t, frame_object(t, f, p->by_value), term_true(t->tt),
                 INPUT_ARGUMENT, name);
    return;
  }
  val v;
  if (p->type->kind == IR_POINTER) {
    v = entry_pointer(t, f, p->type, name);
  } else {
    v = val_fresh(t, p->type, INPUT_ARGUMENT, name);
  }
  if (is_argc(f, k))
    step_assume(t, term_bvslt(t->tt, term_bv(t->tt, p->type->bits, 0), v.t));
  if (p->local != IR_NO_SLOT)
    fill_local(t, f, p->local, v);
  else
    val_assign_slot(t, f, k, p->type, v);
}

void call_entry(translator *t, const ir_function *f) {
  loc_info info = {.kind = LOC_ENTRY, .pos = f->pos, .function = f->name};
  loc entry = program_add_location(t->p, &info);
  program_set_entry(t->p, entry);
  step_begin(t, t->open == NULL ? entry : opening_start(t, f));
  frame *first = frame_new(t, f, NULL);
  assert(first != NULL);
  t->frame = first;
  safety_start(t);
  globals_initialize(t);
  real_start(t);
  heap_initialize(t);
  escape_start(t);
  outside_start(t);
  pointer_start(t);
  place_start(t);
  if (t->m->has_constructors)
    step_unsupported(t, term_true(t->tt), "a constructor or destructor");
  if (t->m->has_assembly)
    step_unsupported(t, term_true(t->tt), "assembly outside of functions");
  for (uint32_t k = 0; k < f->parameters.len; k++)
    pass_from_outside(t, first, k);
  call_begin(t, first);
  if (!step_is_dead(t))
    step_emit(t, frame_block(t, first, 0), term_true(t->tt), EDGE_PLAIN, NULL,
              true);
}
