// SPDX-License-Identifier: Apache-2.0
// Memory from outside: arrays from addresses to values.
//
// What it holds at the start is arbitrary. Pointers in it are numbers then, so
// the array of pointers has numbers as elements. If the program may also store
// pointers to its own objects there, a second array keeps what was stored: a
// pointer with a bit in front that says so.
#include "frontend/c/memory/outside.h"

#include <assert.h>

#include "frontend/c/analyze/exposed.h"
#include "frontend/c/memory/cells.h"
#include "frontend/c/memory/escape.h"
#include "frontend/c/memory/numbers.h"
#include "frontend/c/memory/safety.h"
#include "frontend/c/memory/pointer.h"

// --- the arrays ------------------------------------------------------------

// Where memory safety is checked, an integer is no valid pointer: what comes
// from outside leads to an object of its own then, and addresses are offsets in
// that. Null from there is the beginning of the object (pointer_compare knows),
// for the program is not blamed for using that: it is supposed not to be null.
static bool is_told_apart(const translator *t) {
  return safety_is_watched(t) && t->env->options->outside == OUTSIDE_VALID &&
         points_to_has_outside(t->targets);
}

static bool has_pointers(const translator *t) {
  return escape_is_followed(t) || is_told_apart(t);
}

static var add_array(translator *t, uint32_t bits) {
  uint32_t width = is_told_apart(t) ? OFFSET_BITS : numbers_width(t);
  sort address_ = sort_bv(t->tt, width);
  var_info info = {.type = {TYPE_OTHER, NULL},
                   .sort = sort_array(t->tt, address_, sort_bv(t->tt, bits))};
  return program_add_variable(t->p, &info);
}

// Where others may have pointers to objects of the program, the elements are
// pointers, else numbers.
static var pointers(translator *t) {
  if (t->outside.pointers.id == 0)
    t->outside.pointers =
        add_array(t, has_pointers(t) ? POINTER_BITS : numbers_width(t));
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

static void clear_stored(translator *t) {
  sort s = program_variable(t->p, t->outside.stored)->sort;
  step_write(t, t->outside.stored,
             term_const_array(t->tt, s, term_bv(t->tt, WORD_BITS, 0)));
}

static void start_stored(translator *t) {
  t->outside.stored = add_array(t, WORD_BITS);
  clear_stored(t);
}

// All arrays must be there before a function is called that may change them.
static const uint8_t SIZES[] = {1, 2, 4, 8, 16};

static bool has_array(const translator *t, const ir_type *type) {
  if (!escape_is_followed(t))
    return true; // it is made now
  bool found = type->kind == IR_POINTER;
  for (uint32_t k = 0; !found && k < sizeof SIZES; k++)
    found = SIZES[k] == type->store;
  return found && t->outside.is_followed;
}

// What is computed from null is undefined (memory_refuse_null).
static void refuse_other(translator *t, const ir_type *type, address at,
                         term condition) {
  if (has_array(t, type))
    return;
  term other = term_not(t->tt, memory_is_null(t, at));
  step_unsupported(t, term_and(t->tt, condition, other),
                   "memory from outside in unusual parts");
}

// Whether the instruction accesses it.
static bool is_access(const translator *t, const ir_function *f,
                      const ir_inst *i) {
  const ir_operand *o = ir_operands(f, i);
  switch ((ir_op)i->op) {
  case IR_LOAD:
  case IR_FILL:
    return points_to_is_outside(t->targets, f, o);
  case IR_STORE:
    return points_to_is_outside(t->targets, f, o + 1);
  case IR_COPY:
    return points_to_is_outside(t->targets, f, o) ||
           points_to_is_outside(t->targets, f, o + 1);
  case IR_CALL: // memcpy and its kin, in one step
    for (uint32_t k = 0; k < i->operand_count; k++)
      if (o[k].type->kind == IR_POINTER &&
          points_to_is_outside(t->targets, f, o + k))
        return true;
    return false;
  default:
    return false;
  }
}

// Whether the call is memcpy and its kin, in one step: others store by their
// own instructions, or are not the program's.
static bool writes_bytes(const translator *t, const ir_function *f,
                         const ir_inst *i) {
  const ir_symbol *s = &t->m->symbols.data[f->calls.data[i->aux].symbol];
  if (!s->is_function || s->function_body != NULL)
    return false;
  library_kind kind = library_find(s->name);
  return kind == LIBRARY_COPY || kind == LIBRARY_FILL || kind == LIBRARY_OWN;
}

// Whether it may store a pointer there.
static bool is_pointer_store(const translator *t, const ir_function *f,
                             const ir_inst *i) {
  switch ((ir_op)i->op) {
  case IR_STORE:
    return ir_has_pointers(i->type) && is_access(t, f, i);
  case IR_COPY:
  case IR_FILL:
    return is_access(t, f, i);
  case IR_CALL:
    return writes_bytes(t, f, i) && is_access(t, f, i);
  default:
    return false;
  }
}

static bool has_inst(const translator *t,
                     bool (*is_it)(const translator *, const ir_function *,
                                   const ir_inst *)) {
  for (uint32_t k = 0; k < t->m->functions.len; k++) {
    const ir_function *f = t->m->functions.data[k];
    for (uint32_t i = 0; i < f->insts.len; i++)
      if (is_it(t, f, &f->insts.data[i]))
        return true;
  }
  return false;
}

static void start_arrays(translator *t) {
  t->outside.is_followed = true;
  pointers(t);
  for (uint32_t k = 0; k < sizeof SIZES; k++)
    numbers_of_size(t, SIZES[k]);
}

static void start_near_null(translator *t) {
  var_info info = {.type = {TYPE_OTHER, NULL}, .sort = sort_bool(t->tt)};
  t->outside.near_null = program_add_variable(t->p, &info);
  step_write(t, t->outside.near_null, term_false(t->tt));
  step_start_doubt(t, DOUBT_NULL);
}

void outside_start(translator *t) {
  bool is_watched = safety_is_watched(t);
  if (!points_to_has_outside(t->targets) || (is_watched && !is_told_apart(t)))
    return;
  if (!is_watched)
    start_near_null(t);
  // What the program stores is its own then, null too.
  if ((is_watched && has_inst(t, is_pointer_store)) ||
      points_to_reaches_outside(t->targets))
    start_stored(t);
  if (escape_is_followed(t) && has_inst(t, is_access))
    start_arrays(t);
}

static void forget(translator *t, var v, const char *name) {
  type_info type = {TYPE_OTHER, NULL};
  step_write(
      t, v,
      step_input(t, INPUT_MEMORY, name, type, program_variable(t->p, v)->sort));
}

void outside_forget(translator *t, const char *name) {
  if (!t->outside.is_followed)
    return;
  for (uint32_t k = 0; k < sizeof SIZES; k++)
    forget(t, numbers_of_size(t, SIZES[k]), name);
  forget(t, pointers(t), name);
  if (t->outside.stored.id != 0)
    clear_stored(t);
}

// --- who leads there -------------------------------------------------------

static term is_zero(translator *t, term p) {
  return term_eq_make(t->tt, p, term_bv(t->tt, POINTER_BITS, 0));
}

void outside_keep(translator *t, const pointer *p) {
  var v = t->outside.near_null;
  if (v.id != 0 && p->object == NULL && !term_is_none(p->origin))
    step_write(t, v, term_or(t->tt, step_read(t, v), is_zero(t, p->origin)));
}

static pointer_source source_of(const translator *t, const ir_operand *from) {
  if (from == NULL || !points_to_is_outside(t->targets, t->frame->f, from))
    return SOURCE_OWN;
  return points_to_is_derived(t->targets, t->frame->f, from) ? SOURCE_DERIVED
                                                             : SOURCE_OUTSIDE;
}

pointer_source outside_source(const translator *t, address at) {
  return at.p->source != SOURCE_OPERAND ? at.p->source : source_of(t, at.from);
}

void outside_mark(const translator *t, pointer *p, const ir_operand *from) {
  if (p->object != NULL || safety_is_watched(t))
    return;
  if (p->source == SOURCE_OPERAND)
    p->source = source_of(t, from);
  if (term_is_value(t->tt, p->object_id) ||
      (from != NULL && points_to_is_outside(t->targets, t->frame->f, from)))
    p->may_be_number = true;
}

bool outside_is_source(const translator *t, input_kind kind) {
  return kind == INPUT_GLOBAL || kind == INPUT_MEMORY ||
         kind == INPUT_ARGUMENT ||
         ((kind == INPUT_HEAP || kind == INPUT_LOCAL) &&
          !safety_is_watched(t) && points_to_has_outside(t->targets));
}

static term is_foreign(translator *t, const pointer *p) {
  term id = term_bv(t->tt, OBJECT_BITS, object_id(t, t->foreign));
  return term_eq_make(t->tt, pointer_object(t, p), id);
}

static term is_near(translator *t, term offset, uint64_t end) {
  return term_bvult(t->tt, offset, term_bv(t->tt, OFFSET_BITS, end));
}

// Null, or what may be valid: nothing lies on the first page here.
static term is_proper(translator *t, const pointer *p) {
  terms *tt = t->tt;
  if (!safety_is_watched(t))
    return numbers_is_proper(t, p);
  term offset = pointer_offset(t, p);
  term is_valid = term_not(tt, is_near(t, offset, EXPOSED_PAGE));
  if (is_told_apart(t))
    return term_and(tt, is_foreign(t, p),
                    term_or(tt, is_near(t, offset, 1), is_valid));
  return term_or(tt, is_foreign(t, p), is_zero(t, pointer_term(t, p)));
}

void outside_arrive(translator *t, term value_) {
  pointer p = pointer_of_term(t, value_);
  if (escape_is_followed(t)) {
    escape_admit(t, &p, is_proper(t, &p));
    return;
  }
  program_add_note(t->p, NOTE_ASSUMPTION,
                   "pointers that the program gets from undefined functions do "
                   "not lead to objects of the program",
                   step_pos(t));
  step_assume(t, is_proper(t, &p));
}

term outside_null(translator *t) {
  if (!is_told_apart(t))
    return TERM_NONE;
  return term_concat(t->tt,
                     term_bv(t->tt, OBJECT_BITS, object_id(t, t->foreign)),
                     term_bv(t->tt, OFFSET_BITS, 0));
}

term outside_leads(translator *t, address at) {
  if (!is_told_apart(t))
    return numbers_is(t, at.p);
  term there = is_foreign(t, at.p);
  term is_null = is_near(t, pointer_offset(t, at.p), EXPOSED_PAGE);
  step_assume(t, term_not(t->tt, term_and(t->tt, there, is_null)));
  return there;
}

term outside_has(translator *t, const pointer *p) {
  return safety_is_watched(t) ? is_foreign(t, p) : numbers_is(t, p);
}

static term address_of(translator *t, const pointer *p) {
  return is_told_apart(t) ? pointer_offset(t, p) : numbers_value(t, p);
}

bool outside_is_possible(const translator *t, address at) {
  if (is_told_apart(t))
    return at.from != NULL &&
           (at.p->object == NULL || at.p->object == t->foreign) &&
           points_to_is_outside(t->targets, t->frame->f, at.from);
  if (at.p->object != NULL || safety_is_watched(t))
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

// What it holds unless the program stored something there.
static term read_first(translator *t, term at) {
  term first = term_select(t->tt, step_read(t, pointers(t)), at);
  if (!has_pointers(t))
    return numbers_encode(t, first);
  outside_arrive(t, first);
  return first;
}

static term read_pointer(translator *t, term at) {
  terms *tt = t->tt;
  term first = read_first(t, at);
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

term outside_is_fixed(translator *t, address at) {
  if (at.p->object != NULL || at.from == NULL || !safety_is_watched(t) ||
      t->env->options->outside == OUTSIDE_STRICT ||
      !points_to_is_fixed(t->targets, t->frame->f, at.from))
    return term_false(t->tt);
  term null = memory_is_null(t, at);
  return term_and(t->tt, numbers_is(t, at.p), term_not(t->tt, null));
}

term outside_frees(translator *t, address at) {
  if (!outside_is_possible(t, at) || t->env->options->outside == OUTSIDE_STRICT)
    return term_false(t->tt);
  program_add_note(t->p, NOTE_ASSUMPTION,
                   "memory from outside that the program frees was allocated, "
                   "and is neither used nor freed afterwards",
                   step_pos(t));
  if (is_told_apart(t))
    return is_foreign(t, at.p);
  term own = term_bool(t->tt, outside_source(t, at) == SOURCE_OWN);
  return term_and(t->tt, term_not(t->tt, own), numbers_is(t, at.p));
}

term outside_read_register(translator *t, const ir_type *type) {
  program_add_note(t->p, NOTE_ASSUMPTION,
                   "there is a register at each constant address that the "
                   "program accesses as volatile",
                   step_pos(t));
  return read_volatile(t, type);
}

term outside_read(translator *t, address at, const ir_type *type) {
  assert(ir_is_scalar(type) && type->kind != IR_WORD);
  note_access(t);
  term n = address_of(t, at.p);
  if (t->inst->op == IR_LOAD && t->inst->is_volatile)
    return read_volatile(t, type);
  refuse_other(t, type, at, outside_leads(t, at));
  if (type->kind == IR_POINTER)
    return read_pointer(t, n);
  var v = numbers_of_size(t, type->store);
  return cells_from_bytes(t, type, term_select(t->tt, step_read(t, v), n));
}

static void write_array(translator *t, var v, term at, term value_,
                        term condition) {
  term old = step_read(t, v);
  step_write(
      t, v,
      term_ite(t->tt, condition, term_store(t->tt, old, at, value_), old));
}

// Whether the memory it leads to is lost is asked at the end (track.c).
static void refuse_lost(translator *t, const pointer *p, term condition) {
  bool is_asked = step_checks(t, PROPERTY_MEMTRACK) && !escape_is_followed(t);
  term own = is_asked && p->object == NULL ? term_not(t->tt, numbers_is(t, p))
                                           : term_bool(t->tt, is_asked);
  step_unsupported(t, term_and(t->tt, condition, own),
                   "whether memory from outside keeps other memory");
}

static void write_pointer(translator *t, term at, term value_, term condition) {
  terms *tt = t->tt;
  if (t->outside.stored.id != 0) {
    term word = term_concat(tt, term_bv(tt, 1, 1), value_);
    pointer given = pointer_of_term(t, value_);
    escape_hand(t, &given, condition);
    refuse_lost(t, &given, condition);
    write_array(t, t->outside.stored, at, word, condition);
    return;
  }
  pointer p = pointer_of_term(t, value_);
  step_unsupported(t, term_and(tt, condition, term_not(tt, numbers_is(t, &p))),
                   "a pointer to an object is stored in memory from outside");
  if (p.object == NULL)
    write_array(t, pointers(t), at,
                escape_is_followed(t) ? value_ : numbers_value(t, &p),
                condition);
}

void outside_write(translator *t, address at, const ir_type *type, term v,
                   term condition) {
  assert(ir_is_scalar(type) && type->kind != IR_WORD);
  note_access(t);
  term n = address_of(t, at.p);
  refuse_other(t, type, at, condition);
  if (type->kind == IR_POINTER)
    write_pointer(t, n, v, condition);
  else
    write_array(t, numbers_of_size(t, type->store), n,
                cells_to_bytes(t, type, v), condition);
}
