// SPDX-License-Identifier: Apache-2.0
// Integer operators, comparisons and casts, with the meaning that
// docs/semantics.md gives to C's undefined cases: signed overflow wraps; a
// shift by too much, division by zero and the one overflowing division lead to
// the undefined sink.
#include "frontend/c/memory/numbers.h"
#include "frontend/c/memory/outside.h"
#include "frontend/c/memory/place.h"

#include <assert.h>

#include "base/unreachable.h"
#include "frontend/c/analyze/exposed.h"
#include "frontend/c/memory/pointer.h"

// --- i1 values are Bool terms ----------------------------------------------

static uint32_t width_of(const translator *t, term a) {
  return term_is_bool(t->tt, a) ? 1 : term_width(t->tt, a);
}

static term as_bits(translator *t, term a) {
  return term_is_bool(t->tt, a) ? bool_to_bits(t->tt, a, 1) : a;
}

static term as_leaf(translator *t, term bits) {
  return term_width(t->tt, bits) == 1 ? bits_to_bool(t->tt, bits) : bits;
}

static term bool_binary(translator *t, ir_binary op, term a, term b,
                        bool *done) {
  *done = true;
  switch (op) {
  case BINARY_AND:
  case BINARY_MUL:
    return term_and(t->tt, a, b);
  case BINARY_OR:
    return term_or(t->tt, a, b);
  case BINARY_XOR:
  case BINARY_ADD:
  case BINARY_SUB:
    return term_xor(t->tt, a, b);
  default:
    *done = false;
    return TERM_NONE;
  }
}

static term resize(translator *t, term a, uint32_t width, bool is_signed) {
  uint32_t from = width_of(t, a);
  if (from == width)
    return a;
  if (term_is_bool(t->tt, a)) {
    term set = is_signed ? term_bvnot(t->tt, term_bv(t->tt, width, 0))
                         : term_bv(t->tt, width, 1);
    return term_ite(t->tt, a, set, term_bv(t->tt, width, 0));
  }
  if (width < from)
    return as_leaf(t, term_extract(t->tt, a, width - 1, 0));
  return is_signed ? term_sign_extend(t->tt, a, width - from)
                   : term_zero_extend(t->tt, a, width - from);
}

// --- division and shifts ---------------------------------------------------

static term lowest(translator *t, uint32_t width) {
  terms *tt = t->tt;
  term one = term_bv(tt, width, 1);
  return term_bvshl(tt, one, term_bv(tt, width, width - 1));
}

// Where no-overflow is asked for, clang's own check comes before.
static void exclude_bad_division(translator *t, term a, term b,
                                 bool is_signed) {
  terms *tt = t->tt;
  uint32_t width = term_width(tt, b);
  term zero = term_eq_make(tt, b, term_bv(tt, width, 0));
  step_undefined(t, zero, PROPERTY_DIVIDE, "division by zero");
  if (!is_signed || step_checks(t, PROPERTY_OVERFLOW))
    return;
  term minus_one = term_bvnot(tt, term_bv(tt, width, 0));
  term overflow = term_and(tt, term_eq_make(tt, a, lowest(t, width)),
                           term_eq_make(tt, b, minus_one));
  step_undefined(t, overflow, PROPERTY_OVERFLOW,
                 "division of the smallest integer by -1");
}

static term divide(translator *t, ir_binary op, term a, term b) {
  bool is_signed = op == BINARY_SDIV || op == BINARY_SREM;
  exclude_bad_division(t, a, b, is_signed);
  switch (op) {
  case BINARY_UDIV:
    return term_bvudiv(t->tt, a, b);
  case BINARY_SDIV:
    return term_bvsdiv(t->tt, a, b);
  case BINARY_UREM:
    return term_bvurem(t->tt, a, b);
  case BINARY_SREM:
    return term_bvsrem(t->tt, a, b);
  default:
    UNREACHABLE();
  }
}

// The amount as the source has it: clang cuts it to the width of the value.
static term whole_amount(translator *t, const ir_inst *i, term cut) {
  if (i->operand_count < 3)
    return cut;
  const ir_operand *whole = &ir_operands(t->frame->f, i)[2];
  return as_bits(t, val_term(t, val_operand(t, whole), whole->type));
}

static term shift(translator *t, const ir_inst *i, term a, term b) {
  terms *tt = t->tt;
  uint32_t width = term_width(tt, a);
  term amount = whole_amount(t, i, b);
  uint32_t room = term_width(tt, amount);
  // In i1 the width is not representable; clang never shifts those.
  term fits = width == 1 ? term_eq_make(tt, amount, term_bv(tt, room, 0))
                         : term_bvult(tt, amount, term_bv(tt, room, width));
  step_undefined(t, term_not(tt, fits), PROPERTY_SHIFT,
                 "shift by a negative amount or by the width or more");
  ir_binary op = (ir_binary)i->sub;
  return op == BINARY_SHL    ? term_bvshl(tt, a, b)
         : op == BINARY_LSHR ? term_bvlshr(tt, a, b)
                             : term_bvashr(tt, a, b);
}

static term int_binary(translator *t, const ir_inst *i, term a, term b) {
  terms *tt = t->tt;
  ir_binary op = (ir_binary)i->sub;
  switch (op) {
  case BINARY_ADD:
    return term_bvadd(tt, a, b);
  case BINARY_SUB:
    return term_bvsub(tt, a, b);
  case BINARY_MUL:
    return term_bvmul(tt, a, b);
  case BINARY_UDIV:
  case BINARY_SDIV:
  case BINARY_UREM:
  case BINARY_SREM:
    return divide(t, op, a, b);
  case BINARY_SHL:
  case BINARY_LSHR:
  case BINARY_ASHR:
    return shift(t, i, a, b);
  case BINARY_AND:
    return term_bvand(tt, a, b);
  case BINARY_OR:
    return term_bvor(tt, a, b);
  case BINARY_XOR:
    return term_bvxor(tt, a, b);
  }
  UNREACHABLE();
}

// --- addresses as integers -------------------------------------------------

static val address_plus(translator *t, val a, term b, bool is_negative) {
  if (is_negative)
    b = term_bvneg(t->tt, b);
  pointer p = *a.p;
  outside_mark(t, &p, a.from);
  p.strayed = TERM_NONE;
  pointer_add_part(t, &p, (pointer_part){b, 1, 0});
  val sum = val_pointer(t, &p);
  sum.kind = VAL_ADDRESS;
  sum.from = a.from;
  sum.is_moved = true;
  return sum;
}

static bool is_same_object(val a, val b) {
  return a.kind == VAL_ADDRESS && b.kind == VAL_ADDRESS &&
         a.p->object != NULL && a.p->object == b.p->object &&
         !a.p->object->is_many;
}

// Inside of one object it does not matter where that lies.
static val address_minus(translator *t, val a, val b, uint32_t bits) {
  terms *tt = t->tt;
  if (is_same_object(a, b))
    return val_int(pointer_distance(t, a.p, b.p, bits));
  term known_a, known_b;
  term x = place_number(t, a.p, a.from, &known_a);
  term y = place_number(t, b.p, b.from, &known_b);
  term same = term_eq_make(tt, pointer_object(t, a.p), pointer_object(t, b.p));
  step_unsupported(
      t, term_not(tt, term_or(tt, same, term_and(tt, known_a, known_b))),
      "difference of pointers into different objects");
  term d = pointer_distance(t, a.p, b.p, bits);
  return val_int(term_ite(tt, same, d, term_bvsub(tt, x, y)));
}

// Clearing or setting low bits adds less than a page.
static bool address_bits(translator *t, ir_binary op, val a, term b, val *out) {
  terms *tt = t->tt;
  if (!term_is_value(tt, b) || term_width(tt, b) > 64)
    return false;
  uint64_t mask = value_get_u64(term_get_value(tt, b));
  uint64_t cleared = value_get_u64(term_get_value(tt, term_bvnot(tt, b)));
  bool is_clear = op == BINARY_AND && cleared < EXPOSED_PAGE;
  bool is_set = op == BINARY_OR && mask < EXPOSED_PAGE;
  if (!is_clear && !is_set)
    return false;
  term known, n = place_number(t, a.p, a.from, &known);
  step_unsupported(t, term_not(tt, known), "an address used as an integer");
  if (is_clear)
    *out = address_plus(t, a, term_bvand(tt, n, term_bvnot(tt, b)), true);
  else
    *out = address_plus(t, a, term_bvand(tt, term_bvnot(tt, n), b), false);
  return true;
}

// What is still an address afterwards, and differences; false: neither.
static bool address_binary(translator *t, const ir_inst *i, val a, val b,
                           val *out) {
  ir_binary op = (ir_binary)i->sub;
  bool is_sum = op == BINARY_ADD || op == BINARY_SUB;
  if (op == BINARY_SUB && a.kind == VAL_ADDRESS && b.kind == VAL_ADDRESS)
    *out = address_minus(t, a, b, i->type->bits);
  else if (is_sum && a.kind == VAL_ADDRESS && b.kind == VAL_INT)
    *out = address_plus(t, a, b.t, op == BINARY_SUB);
  else if (op == BINARY_ADD && a.kind == VAL_INT && b.kind == VAL_ADDRESS)
    *out = address_plus(t, b, a.t, false);
  else if (a.kind == VAL_ADDRESS && b.kind == VAL_INT)
    return address_bits(t, op, a, b.t, out);
  else
    return false;
  return true;
}

val arith_binary(translator *t, const ir_inst *i, val a, val b) {
  if (a.kind == VAL_BAD)
    return a;
  if (b.kind == VAL_BAD)
    return b;
  if (i->type->kind != IR_INT)
    return val_bad("arithmetic on vectors");
  if (a.kind == VAL_ADDRESS || b.kind == VAL_ADDRESS) {
    val r;
    if (address_binary(t, i, a, b, &r))
      return r;
    a = val_number(t, a, i->type);
    b = val_number(t, b, i->type);
  }
  ir_binary op = (ir_binary)i->sub;
  if (term_is_bool(t->tt, a.t)) {
    bool done;
    term r = bool_binary(t, op, a.t, b.t, &done);
    if (done)
      return val_int(r);
  }
  term r = int_binary(t, i, as_bits(t, a.t), as_bits(t, b.t));
  return val_int(as_leaf(t, r));
}

// --- comparisons -----------------------------------------------------------

static term int_compare(translator *t, ir_compare op, term a, term b) {
  terms *tt = t->tt;
  switch (op) {
  case COMPARE_EQ:
    return term_eq_make(tt, a, b);
  case COMPARE_NE:
    return term_distinct(tt, a, b);
  case COMPARE_UGT:
    return term_bvult(tt, b, a);
  case COMPARE_UGE:
    return term_bvule(tt, b, a);
  case COMPARE_ULT:
    return term_bvult(tt, a, b);
  case COMPARE_ULE:
    return term_bvule(tt, a, b);
  case COMPARE_SGT:
    return term_bvslt(tt, b, a);
  case COMPARE_SGE:
    return term_bvsle(tt, b, a);
  case COMPARE_SLT:
    return term_bvslt(tt, a, b);
  case COMPARE_SLE:
    return term_bvsle(tt, a, b);
  }
  UNREACHABLE();
}

static bool is_pointer(val v) { return v.kind == VAL_ADDRESS && !v.is_moved; }

// Whether it is a number that no object's address is.
static bool is_on_page(translator *t, val v) {
  if (v.kind != VAL_INT || !term_is_value(t->tt, v.t) ||
      term_is_bool(t->tt, v.t) || term_width(t->tt, v.t) > 64)
    return false;
  int64_t n = value_get_s64(term_get_value(t->tt, v.t));
  return -EXPOSED_PAGE <= n && n < EXPOSED_PAGE;
}

// A pointer and such a number: all objects lie between the two pages.
static val compare_page(translator *t, ir_compare op, val a, val b) {
  terms *tt = t->tt;
  const pointer *p = is_pointer(a) ? a.p : b.p;
  term n = is_pointer(a) ? b.t : a.t;
  term is_number = numbers_is(t, p), number = n;
  if (p->object == NULL)
    number = resize(t, numbers_value(t, p), term_width(tt, n), true);
  bool is_first = value_get_s64(term_get_value(tt, n)) >= 0;
  term page = term_bv(tt, 2, is_first ? 0 : 2), middle = term_bv(tt, 2, 1);
  if (is_pointer(a))
    return val_int(term_ite(tt, is_number, int_compare(t, op, number, n),
                            int_compare(t, op, middle, page)));
  return val_int(term_ite(tt, is_number, int_compare(t, op, n, number),
                          int_compare(t, op, page, middle)));
}

// Integers of which one at least is an address.
static val address_compare(translator *t, ir_compare op, val a, val b,
                           const ir_type *type) {
  bool is_equality = op == COMPARE_EQ || op == COMPARE_NE;
  if (exposed_knows_page(op) && ((is_pointer(a) && is_on_page(t, b)) ||
                                 (is_pointer(b) && is_on_page(t, a))))
    return compare_page(t, op, a, b);
  if (exposed_knows_page(op) && is_pointer(a) && is_pointer(b))
    return val_int(pointer_compare(t, op, a.p, b.p));
  if (is_equality && is_same_object(a, b)) {
    term zero = term_bv(t->tt, type->bits, 0);
    term d = pointer_distance(t, a.p, b.p, type->bits);
    return val_int(int_compare(t, op, d, zero));
  }
  return val_int(
      int_compare(t, op, val_term(t, a, type), val_term(t, b, type)));
}

val arith_compare(translator *t, ir_compare op, val a, val b,
                  const ir_type *type) {
  if (a.kind == VAL_BAD)
    return a;
  if (b.kind == VAL_BAD)
    return b;
  if (!ir_is_scalar(type))
    return val_bad("comparison of vectors");
  if (a.kind == VAL_POINTER && b.kind == VAL_POINTER)
    return val_int(pointer_compare(t, op, a.p, b.p));
  if (a.kind == VAL_ADDRESS || b.kind == VAL_ADDRESS)
    return address_compare(t, op, a, b, type);
  if (term_is_bool(t->tt, a.t) && (op == COMPARE_EQ || op == COMPARE_NE))
    return val_int(int_compare(t, op, a.t, b.t));
  return val_int(int_compare(t, op, as_bits(t, a.t), as_bits(t, b.t)));
}

// --- casts -----------------------------------------------------------------

val arith_cut(translator *t, val v, uint32_t bits) {
  assert(v.kind == VAL_ADDRESS);
  ir_type whole = {.kind = IR_INT, .bits = t->m->pointer_bytes * 8};
  // Without an object it is a number already.
  bool is_number = v.p->object == NULL && term_is_value(t->tt, v.p->object_id);
  if (bits == whole.bits && !is_number)
    return v;
  return val_int(resize(t, val_term(t, v, &whole), bits, false));
}

static val cast_to_int(translator *t, const ir_inst *i, val a) {
  if (a.kind != VAL_POINTER || i->type->kind != IR_INT)
    return val_bad("a cast between vectors");
  a.kind = VAL_ADDRESS;
  a.from = ir_operands(t->frame->f, i);
  return arith_cut(t, a, i->type->bits);
}

// No processor has addresses of all 64 bits.
static void assume_address(translator *t, term n) {
  term fits = numbers_fit(t, n);
  if (term_is_true(t->tt, fits) || step_is_dead(t))
    return;
  program_add_note(t->p, NOTE_ASSUMPTION,
                   "integers that are made pointers are addresses of at most "
                   "62 bits and a sign",
                   step_pos(t));
  step_assume(t, fits);
}

static val cast_to_pointer(translator *t, val a, const ir_operand *o) {
  if (o->type->kind != IR_INT)
    return val_bad("a cast between vectors");
  if (a.kind == VAL_ADDRESS) {
    a.kind = VAL_POINTER;
    return a;
  }
  term n = resize(t, as_bits(t, a.t), t->m->pointer_bytes * 8, false);
  pointer p;
  term known = term_true(t->tt);
  if (!term_is_value(t->tt, n)) {
    assume_address(t, n);
    p = place_find(t, n, o, false, &known);
  } else if (!pointer_absolute(t, value_get_s64(term_get_value(t->tt, n)), &p))
    return val_bad("a large integer as an address");
  step_unsupported(t, term_not(t->tt, known),
                   "an integer as the address of no or of two objects");
  return val_pointer(t, &p);
}

val arith_cast(translator *t, const ir_inst *i, val a, const ir_type *from) {
  if (a.kind == VAL_BAD)
    return a;
  switch ((ir_op)i->op) {
  case IR_PTR_TO_INT:
    return cast_to_int(t, i, a);
  case IR_INT_TO_PTR:
    return cast_to_pointer(t, a, ir_operands(t->frame->f, i));
  case IR_BITCAST:
    if (from == i->type ||
        (ir_is_scalar(from) && ir_is_scalar(i->type) &&
         from->bits == i->type->bits && from->kind != IR_POINTER))
      return val_number(t, a, from);
    return val_bad("a cast between vectors");
  default:
    break;
  }
  if (i->type->kind != IR_INT || from->kind != IR_INT)
    return val_bad("a cast between vectors");
  a = val_number(t, a, from);
  return val_int(resize(t, a.t, i->type->bits, i->op == IR_SEXT));
}

// --- selection -------------------------------------------------------------

val arith_select(translator *t, const ir_inst *i, val c, val a, val b) {
  if (c.kind == VAL_BAD)
    return c;
  if (!ir_is_scalar(i->type))
    return val_bad("a choice between aggregates");
  if (a.kind == VAL_BAD || b.kind == VAL_BAD)
    return a.kind == VAL_BAD ? a : b;
  if (term_is_value(t->tt, c.t))
    return term_is_true(t->tt, c.t) ? a : b;
  return val_of_term(
      t, i->type,
      term_ite(t->tt, c.t, val_term(t, a, i->type), val_term(t, b, i->type)));
}
