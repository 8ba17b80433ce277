// SPDX-License-Identifier: Apache-2.0
// Calls of functions that the program does not define.
#include "frontend/c/memory/safety.h"

#include <assert.h>
#include <string.h>

#include "base/strbuf.h"
#include "base/unreachable.h"
#include "frontend/c/library/models.h"
#include "frontend/c/memory/escape.h"
#include "frontend/c/memory/outside.h"
#include "frontend/c/translate/real.h"
#include "frontend/c/memory/heap.h"
#include "frontend/c/memory/pointer.h"
#include "frontend/profile.h"

bool external_is_fixed(const translator *t, const ir_symbol *s) {
  return (library_is_error(s->name) && step_checks(t, PROPERTY_REACH)) ||
         strcmp(s->name, "__VERIFIER_assume") == 0;
}

// Where errors that are called are not what is looked for, they end the
// program.
static void fail(translator *t, term bad, const char *text) {
  if (step_checks(t, PROPERTY_REACH))
    step_error(t, bad, PROPERTY_REACH, text);
  else
    step_stop(t, bad, t->end, EDGE_PLAIN, NULL);
}

// --- strings ---------------------------------------------------------------

// The bytes of a string literal, if the operand is one.
static bool literal(translator *t, const ir_operand *o, strbuf *out) {
  return o->kind == OPERAND_POINTER && o->symbol != 0 && o->offset == 0 &&
         literal_bytes(t, o->symbol, out);
}

// --- conditions ------------------------------------------------------------

static term is_nonzero(translator *t, const ir_operand *o) {
  val v = val_operand(t, o);
  if (v.kind == VAL_POINTER) {
    pointer null;
    pointer_absolute(t, 0, &null);
    return pointer_compare(t, COMPARE_NE, v.p, &null);
  }
  term n = val_term(t, v, o->type);
  if (term_is_bool(t->tt, n))
    return n;
  return term_distinct(t->tt, n, term_bv(t->tt, term_width(t->tt, n), 0));
}

// How an assertion is called whose text is the argument of that number.
static const char *failed_text(translator *t, const ir_inst *i,
                               uint32_t argument) {
  const ir_operand *args = ir_operands(t->frame->f, i);
  strbuf what = {0};
  const char *text = "assertion failed";
  if (i->operand_count > argument && literal(t, &args[argument], &what) &&
      what.len > 0)
    text =
        arena_printf(t->scratch, "assertion `%s' failed", strbuf_text(&what));
  strbuf_free(&what);
  return text;
}

static bool fail_assertion(translator *t, const ir_inst *i) {
  fail(t, term_true(t->tt), failed_text(t, i, 0));
  return false;
}

static bool check_condition(translator *t, const ir_inst *i, bool is_assert) {
  const ir_operand *args = ir_operands(t->frame->f, i);
  if (i->operand_count == 0 || !ir_is_scalar(args[0].type)) {
    step_unsupported(t, term_true(t->tt), "an unusual assertion");
    return false;
  }
  term holds = is_nonzero(t, &args[0]);
  if (is_assert)
    fail(t, term_not(t->tt, holds), failed_text(t, i, 1));
  else
    step_assume(t, holds);
  return true;
}

// --- what functions give back ----------------------------------------------

// A nondet function without a prototype returns int to C, and still nothing but
// a value of the type that its name says.
static val fresh_narrow(translator *t, const ir_inst *i, const ir_symbol *s,
                        type_info type, uint32_t bits) {
  ir_type narrow = {.kind = IR_INT, .bits = bits, .align = 1};
  val v = val_fresh_scalar(t, &narrow, INPUT_CALL, s->source, type);
  ir_inst cast = *i;
  bool is_signed = type.kind == TYPE_SIGNED || type.kind == TYPE_CHAR;
  cast.op = is_signed ? IR_SEXT : IR_ZEXT;
  return arith_cast(t, &cast, v, &narrow);
}

static val fresh_result(translator *t, const ir_inst *i, const ir_symbol *s) {
  if (!ir_is_scalar(i->type))
    return val_fresh(t, i->type, INPUT_CALL, s->source);
  type_info type = s->result_info;
  uint32_t bits = 0;
  if (library_nondet_type(s->name, &type, &bits) && i->type->kind == IR_INT &&
      bits != 0 && bits < i->type->bits && type.kind != TYPE_FLOAT)
    return fresh_narrow(t, i, s, type, bits);
  if (type.name == NULL)
    type = leaf_type_info(i->type);
  return val_fresh_scalar(t, i->type, INPUT_CALL, s->source, type);
}

static void define_fresh(translator *t, const ir_inst *i, const ir_symbol *s) {
  if (i->slot != IR_NO_SLOT && i->last_use != t->inst_index)
    val_define(t, i, fresh_result(t, i, s));
}

// Also a result that nobody looks at is one of those that the function gives:
// a native run must not take it for the next one.
static void ask_for_result(translator *t, const ir_inst *i,
                           const ir_symbol *s) {
  if (i->slot != IR_NO_SLOT && i->type->kind == IR_INT)
    val_define(t, i, fresh_result(t, i, s));
  else
    define_fresh(t, i, s);
}

static void define_between(translator *t, const ir_inst *i, const ir_symbol *s,
                           int64_t least, int64_t most) {
  assert(least <= most && most >= 0);
  if (i->slot == IR_NO_SLOT || i->type->kind != IR_INT || i->type->bits < 32) {
    define_fresh(t, i, s);
    return;
  }
  val v = fresh_result(t, i, s);
  uint32_t bits = i->type->bits;
  term from = term_bv(t->tt, bits, (uint64_t)least);
  uint64_t largest = bits > 64 ? INT64_MAX : UINT64_MAX >> (65 - bits);
  term to =
      term_bv(t->tt, bits, (uint64_t)most < largest ? (uint64_t)most : largest);
  step_assume(t, term_and(t->tt, term_bvsle(t->tt, from, v.t),
                          term_bvsle(t->tt, v.t, to)));
  val_define(t, i, v);
}

// A number within the range of the function.
static void define_number(translator *t, const ir_inst *i, const ir_symbol *s) {
  int64_t least, most;
  library_range(s->name, &least, &most);
  define_between(t, i, s, least, most);
}

// A pointer that an unknown function returns leads out of the program.
static void assume_outside(translator *t, const ir_inst *i) {
  if (i->slot == IR_NO_SLOT || i->type->kind != IR_POINTER ||
      i->last_use == t->inst_index)
    return;
  ir_operand result = {.kind = OPERAND_SLOT, .type = i->type, .slot = i->slot};
  outside_arrive(t, val_term(t, val_operand(t, &result), i->type));
}

// --- memory ----------------------------------------------------------------

static bool constant_size(const translator *t, val v, uint64_t *size) {
  if (v.kind != VAL_INT || !term_is_value(t->tt, v.t))
    return false;
  *size = value_get_u64(term_get_value(t->tt, v.t));
  return true;
}

// The arguments of memcpy, memmove and memset, in one step.
static bool move(translator *t, const ir_operand *args, bool is_copy,
                 bool is_memcpy, uint64_t size) {
  val to = val_operand(t, &args[0]), second = val_operand(t, &args[1]);
  if (to.kind != VAL_POINTER || (is_copy && second.kind != VAL_POINTER))
    return false;
  address at = {to.p, &args[0], 0};
  if (is_copy) {
    address source_ = {second.p, &args[1], 0};
    if (!memory_can_copy(t, at, source_, size))
      return false;
    if (is_memcpy)
      own_apart(t, to.p, second.p,
                term_bv(t->tt, t->m->pointer_bytes * 8, size));
    memory_copy(t, at, source_, size);
    return true;
  }
  if (second.kind != VAL_INT)
    return false;
  term byte = term_extract(t->tt, second.t, 7, 0);
  if (!memory_can_fill(t, at, byte, size))
    return false;
  memory_fill(t, at, byte, size);
  return true;
}

bool external_move(translator *t, const ir_inst *i, const ir_symbol *s) {
  const ir_operand *args = ir_operands(t->frame->f, i);
  library_kind kind = library_find(s->name);
  uint64_t size = 0;
  if ((kind != LIBRARY_COPY && kind != LIBRARY_FILL) || i->operand_count != 3 ||
      !ir_is_scalar(args[2].type) ||
      !constant_size(t, val_operand(t, &args[2]), &size) ||
      !move(t, args, kind == LIBRARY_COPY, strcmp(s->name, "memcpy") == 0,
            size))
    return false;
  val_define(t, i, val_operand(t, &args[0]));
  return true;
}

// --- output ----------------------------------------------------------------

// What it reads was read before (lower.h).
static void write_output(translator *t, const ir_inst *i, const ir_symbol *s) {
  const char *what = arena_printf(t->scratch, "the result of %s", s->source);
  val_define(t, i, val_bad(program_intern(t->p, what)));
}

// --- unknown functions -----------------------------------------------------

static bool has_pointers(const object *o) {
  for (uint32_t k = 0; o->shape != NULL && k < o->shape->cell_count; k++)
    if (cell_may_point(&o->shape->cells[k]))
      return true;
  return false;
}

// What is not known of the function is assumed, and said.
static void trust(translator *t) {
  program_add_note(t->p, NOTE_ASSUMPTION,
                   "undefined functions call no function of the program, and "
                   "change only the numbers that their arguments point to",
                   step_pos(t));
}

static void havoc_candidate(translator *t, candidate c, const char *name) {
  const object *o = c.object;
  if (o->shape != NULL && !o->shape->is_opaque && !o->is_many &&
      !has_pointers(o))
    memory_havoc(t, o, c.is_it, INPUT_MEMORY, name);
}

// The function may write the numbers that its argument leads to.
static void havoc_argument(translator *t, const ir_operand *o,
                           const char *name) {
  val v = val_operand(t, o);
  candidate_vec all = {0};
  address at = {v.p, o, 0};
  if (v.kind == VAL_POINTER)
    pointer_candidates(t, at, &all);
  trust(t);
  for (uint32_t k = 0; k < all.len; k++)
    havoc_candidate(t, all.data[k], name);
  vec_free(&all);
}

// --external error.
static bool is_refused(translator *t, const ir_symbol *s) {
  bool is_so = profile_external(t->env->options) == EXTERNAL_ERROR;
  if (is_so)
    step_unsupported(t, term_true(t->tt), "call of the undefined function %s",
                     s->source);
  return is_so;
}

static bool ask_environment(translator *t, const ir_inst *i,
                            const ir_symbol *s) {
  if (is_refused(t, s))
    return false;
  program_add_note(t->p, NOTE_EXTERNAL, s->source, step_pos(t));
  ask_for_result(t, i, s);
  assume_outside(t, i);
  return !step_is_dead(t);
}

// A function that chooses needs none: one that has some may write there.
static bool has_pointer_argument(const translator *t, const ir_inst *i) {
  const ir_operand *args = ir_operands(t->frame->f, i);
  for (uint32_t k = 0; k < i->operand_count; k++)
    if (args[k].type->kind == IR_POINTER)
      return true;
  return false;
}

static bool call_unknown(translator *t, const ir_inst *i, const ir_symbol *s,
                         bool is_noreturn) {
  const ir_operand *args = ir_operands(t->frame->f, i);
  if (is_refused(t, s))
    return false;
  if (escape_is_followed(t) && !is_noreturn)
    escape_call(t, i, s->source);
  bool is_writer = profile_external(t->env->options) == EXTERNAL_ARGUMENTS;
  for (uint32_t k = 0; is_writer && k < i->operand_count && !step_is_dead(t);
       k++)
    if (args[k].type->kind == IR_POINTER &&
        !ir_is_by_value(&t->frame->f->calls.data[i->aux], k))
      havoc_argument(t, &args[k], s->source);
  if (!is_noreturn)
    return ask_environment(t, i, s);
  program_add_note(t->p, NOTE_EXTERNAL, s->source, step_pos(t));
  step_emit(t, t->end, term_true(t->tt), EDGE_PLAIN, NULL, true);
  return false;
}

void external_call_outside(translator *t, const ir_inst *i) {
  if (escape_is_followed(t))
    escape_call(t, i, "a function from outside");
  else
    trust(t);
  if (i->slot == IR_NO_SLOT || i->last_use == t->inst_index)
    return;
  val v = val_fresh(t, i->type, INPUT_CALL, "a function from outside");
  if (i->type->kind == IR_POINTER)
    outside_arrive(t, val_term(t, v, i->type));
  val_assign_slot(t, t->frame, i->slot, i->type, v);
}

// Bits of the number whose absolute value the function gives.
static uint32_t absolute_bits(const translator *t, const char *name) {
  return strcmp(name, "abs") == 0    ? 32
         : strcmp(name, "labs") == 0 ? t->m->pointer_bytes * 8
                                     : 64;
}

// That of the least number overflows.
static void check_absolute(translator *t, val v, uint32_t bits) {
  if (v.kind != VAL_INT || !step_checks(t, PROPERTY_OVERFLOW))
    return;
  term least = term_bv(t->tt, bits, UINT64_C(1) << (bits - 1));
  step_error(t, term_eq_make(t->tt, v.t, least), PROPERTY_OVERFLOW,
             "overflow in an absolute value");
}

// Where the function was not declared, its types may be others.
static bool absolute(translator *t, const ir_inst *i, const ir_symbol *s) {
  const ir_operand *args = ir_operands(t->frame->f, i);
  uint32_t bits = absolute_bits(t, s->name);
  if (i->operand_count != 1 || args[0].type != i->type ||
      i->type->kind != IR_INT || i->type->bits != bits) {
    step_unsupported(t, term_true(t->tt), "an unusual call of %s", s->source);
    return false;
  }
  ir_inst builtin = *i;
  builtin.sub = BUILTIN_ABS;
  val v = val_operand(t, &args[0]);
  check_absolute(t, v, bits);
  if (!step_is_dead(t))
    val_define(t, i, arith_builtin(t, &builtin, &v));
  return !step_is_dead(t);
}

// What models call is theirs to say.
static void note_model(translator *t, const ir_symbol *s) {
  if (!models_is_file(t->frame->f->pos.file))
    program_add_note(t->p, NOTE_MODEL, s->source, step_pos(t));
}

bool external_execute(translator *t, const ir_inst *i, uint32_t symbol) {
  const ir_symbol *s = &t->m->symbols.data[symbol];
  bool is_noreturn = t->frame->f->calls.data[i->aux].is_noreturn;
  switch (library_find(s->name)) {
  case LIBRARY_ERROR:
    fail(t, term_true(t->tt),
         arena_printf(t->scratch, "call of %s", s->source));
    return false;
  case LIBRARY_ASSERT_FAIL:
    return fail_assertion(t, i);
  case LIBRARY_ASSERT:
    return check_condition(t, i, true);
  case LIBRARY_ASSUME:
    return check_condition(t, i, false);
  case LIBRARY_END:
    if (strcmp(s->name, "abort") == 0)
      step_emit(t, t->end, term_true(t->tt), EDGE_PLAIN, NULL, true);
    else
      safety_end(t, EDGE_PLAIN, NULL, true);
    return false;
  case LIBRARY_NONDET:
    if (has_pointer_argument(t, i))
      return call_unknown(t, i, s, is_noreturn);
    ask_for_result(t, i, s);
    if (!safety_is_watched(t))
      assume_outside(t, i);
    return true;
  case LIBRARY_NUMBER:
    define_number(t, i, s);
    return true;
  case LIBRARY_OUTPUT:
    write_output(t, i, s);
    return true;
  case LIBRARY_NOTHING:
    define_fresh(t, i, s);
    return true;
  case LIBRARY_OWN:
    return own_execute(t, i, s->name);
  case LIBRARY_ABS:
    return absolute(t, i, s);
  case LIBRARY_REAL:
    return real_call(t, i, s);
  case LIBRARY_ALLOCATE:
    note_model(t, s);
    return heap_allocate(t, i);
  case LIBRARY_FREE:
    note_model(t, s);
    return heap_free(t, i);
  case LIBRARY_COPY: // without its model
  case LIBRARY_FILL:
  case LIBRARY_UNSUPPORTED:
    step_unsupported(t, term_true(t->tt), "call of %s", s->source);
    return false;
  case LIBRARY_ENVIRONMENT:
    return ask_environment(t, i, s);
  case LIBRARY_UNKNOWN:
    return call_unknown(t, i, s, is_noreturn);
  }
  UNREACHABLE();
}
