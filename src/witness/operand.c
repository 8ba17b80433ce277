// SPDX-License-Identifier: Apache-2.0
// An operand has a type (a width and a sign; booleans that came out of a
// comparison are ints), a term, and the condition under which it is defined.
// Two operands of an operator are brought to their common type as C says: both
// are promoted to int if narrower, then the wider type wins, and of two types
// of one width the unsigned one. (C's ranks beyond the width change nothing in
// the values.)
//
// What && and || and ?: do not evaluate need not be defined.
#include "witness/operand.h"

#include <assert.h>

#include "base/mem.h"

operand operand_nothing(phrase *r) {
  return (operand){term_bv(r->tt, INT_BITS, 0), term_true(r->tt), INT_BITS,
                   true, false};
}

operand operand_literal(phrase *r, uint64_t n, uint32_t bits, bool is_signed) {
  return (operand){term_bv(r->tt, bits, n), term_true(r->tt), bits, is_signed,
                   false};
}

operand operand_of_variable(phrase *r, term v, type_info type, term defined) {
  operand o = {.value = v, .defined = defined};
  if (term_is_bool(r->tt, v))
    return operand_truth(v, defined);
  if (sort_get_kind(r->tt, term_sort(r->tt, v)) != SORT_BV)
    return phrase_fail(r, "only integers are understood here");
  o.bits = term_width(r->tt, v);
  switch (type.kind) {
  case TYPE_BOOL: // the lowest bit is its v
    return operand_truth(
        term_eq_make(r->tt, term_extract(r->tt, v, 0, 0), term_bv(r->tt, 1, 1)),
        defined);
  case TYPE_SIGNED:
  case TYPE_CHAR:
    o.is_signed = true;
    return o;
  case TYPE_UNSIGNED:
    return o;
  case TYPE_POINTER:
    o.is_pointer = true;
    return o;
  case TYPE_FLOAT:
  case TYPE_INTEGER:
  case TYPE_WORD:
  case TYPE_OTHER:
    break;
  }
  return phrase_fail(r, "only integers are understood here");
}

term operand_bits(phrase *r, operand o) {
  if (!term_is_bool(r->tt, o.value))
    return o.value;
  assert(o.bits == INT_BITS);
  return term_ite(r->tt, o.value, term_bv(r->tt, INT_BITS, 1),
                  term_bv(r->tt, INT_BITS, 0));
}

term operand_condition(phrase *r, operand o) {
  if (term_is_bool(r->tt, o.value))
    return o.value;
  return term_distinct(r->tt, o.value, term_bv(r->tt, o.bits, 0));
}

operand operand_truth(term condition, term defined) {
  return (operand){condition, defined, INT_BITS, true, false};
}

operand operand_convert(phrase *r, operand o, uint32_t bits, bool is_signed) {
  if (o.is_pointer)
    return phrase_fail(r, "pointers are only compared here");
  term v = operand_bits(r, o);
  if (bits < o.bits)
    v = term_extract(r->tt, v, bits - 1, 0);
  else if (bits > o.bits && o.is_signed)
    v = term_sign_extend(r->tt, v, bits - o.bits);
  else if (bits > o.bits)
    v = term_zero_extend(r->tt, v, bits - o.bits);
  return (operand){v, o.defined, bits, is_signed, false};
}

operand operand_promote(phrase *r, operand o) {
  return o.bits < INT_BITS ? operand_convert(r, o, INT_BITS, true) : o;
}

// Brings both to their common type.
void operand_balance(phrase *r, operand *a, operand *b) {
  *a = operand_promote(r, *a);
  *b = operand_promote(r, *b);
  bool is_signed = a->bits > b->bits   ? a->is_signed
                   : a->bits < b->bits ? b->is_signed
                                       : a->is_signed && b->is_signed;
  uint32_t bits = a->bits > b->bits ? a->bits : b->bits;
  *a = operand_convert(r, *a, bits, is_signed);
  *b = operand_convert(r, *b, bits, is_signed);
}

// --- operators --------------------------------------------------------------

static operand logical(phrase *r, binary_operator op, operand a, operand b) {
  term left = operand_condition(r, a), right = operand_condition(r, b);
  terms *tt = r->tt;
  // The right side is looked at only where the left one does not decide.
  term skipped = op == OP_AND ? term_not(tt, left) : left;
  term defined = term_and(tt, a.defined, term_or(tt, skipped, b.defined));
  return operand_truth(op == OP_AND ? term_and(tt, left, right)
                                    : term_or(tt, left, right),
                       defined);
}

static bool is_null(phrase *r, operand o) {
  return !o.is_pointer && !term_is_bool(r->tt, o.value) &&
         term_is_value(r->tt, o.value) &&
         value_get_u64(term_get_value(r->tt, o.value)) == 0;
}

// With another one, or with null. Values that are the same are equal pointers;
// that others may be, too (the end of an object and the start of the next one),
// is not said: such an invariant asks for more than it has to.
static operand compare_pointers(phrase *r, binary_operator op, operand a,
                                operand b) {
  operand p = a.is_pointer ? a : b, other = a.is_pointer ? b : a;
  if (op != OP_EQ && op != OP_NE)
    return phrase_fail(r, "pointers are only compared for equality here");
  if (other.is_pointer ? other.bits != p.bits : !is_null(r, other))
    return phrase_fail(
        r, "a pointer is only compared with pointers and null here");
  term to = other.is_pointer ? other.value : term_bv(r->tt, p.bits, 0);
  term is_equal = term_eq_make(r->tt, p.value, to);
  return operand_truth(op == OP_EQ ? is_equal : term_not(r->tt, is_equal),
                       term_and(r->tt, p.defined, other.defined));
}

static operand compare(phrase *r, binary_operator op, operand a, operand b) {
  if (a.is_pointer || b.is_pointer)
    return compare_pointers(r, op, a, b);
  operand_balance(r, &a, &b);
  if (r->failed)
    return operand_nothing(r);
  terms *tt = r->tt;
  term x = a.value, y = b.value, defined = term_and(tt, a.defined, b.defined);
  if (op == OP_GT || op == OP_GE) {
    term swap = x;
    x = y;
    y = swap;
  }
  switch (op) {
  case OP_EQ:
    return operand_truth(term_eq_make(tt, x, y), defined);
  case OP_NE:
    return operand_truth(term_distinct(tt, x, y), defined);
  case OP_LT:
  case OP_GT:
    return operand_truth(
        a.is_signed ? term_bvslt(tt, x, y) : term_bvult(tt, x, y), defined);
  default:
    return operand_truth(
        a.is_signed ? term_bvsle(tt, x, y) : term_bvule(tt, x, y), defined);
  }
}

// Each side is promoted by itself; the type is that of the left one.
static operand shift(phrase *r, binary_operator op, operand a, operand b) {
  a = operand_promote(r, a);
  b = operand_promote(r, b);
  a = operand_convert(r, a, a.bits, a.is_signed);
  b = operand_convert(r, b, b.bits, b.is_signed);
  if (r->failed)
    return operand_nothing(r);
  terms *tt = r->tt;
  term fits = term_bvult(tt, b.value, term_bv(tt, b.bits, a.bits));
  term by = operand_convert(r, b, a.bits, false).value;
  term v = op == OP_SHL  ? term_bvshl(tt, a.value, by)
           : a.is_signed ? term_bvashr(tt, a.value, by)
                         : term_bvlshr(tt, a.value, by);
  a.defined = term_and(tt, fits, term_and(tt, a.defined, b.defined));
  a.value = v;
  return a;
}

// Zero divides nothing, and the least number has no quotient by -1.
static term is_divisible(phrase *r, operand a, operand b) {
  terms *tt = r->tt;
  term fine = term_distinct(tt, b.value, term_bv(tt, b.bits, 0));
  if (!a.is_signed)
    return fine;
  term least =
      term_bvshl(tt, term_bv(tt, a.bits, 1), term_bv(tt, a.bits, a.bits - 1));
  term overflows = term_and(
      tt, term_eq_make(tt, a.value, least),
      term_eq_make(tt, b.value, term_bvnot(tt, term_bv(tt, b.bits, 0))));
  return term_and(tt, fine, term_not(tt, overflows));
}

static term divide(phrase *r, binary_operator op, operand a, operand b) {
  if (op == OP_DIV)
    return a.is_signed ? term_bvsdiv(r->tt, a.value, b.value)
                       : term_bvudiv(r->tt, a.value, b.value);
  return a.is_signed ? term_bvsrem(r->tt, a.value, b.value)
                     : term_bvurem(r->tt, a.value, b.value);
}

static operand arithmetic(phrase *r, binary_operator op, operand a, operand b) {
  operand_balance(r, &a, &b);
  if (r->failed)
    return operand_nothing(r);
  terms *tt = r->tt;
  operand out = a;
  out.defined = term_and(tt, a.defined, b.defined);
  switch (op) {
  case OP_BITOR:
    out.value = term_bvor(tt, a.value, b.value);
    break;
  case OP_BITXOR:
    out.value = term_bvxor(tt, a.value, b.value);
    break;
  case OP_BITAND:
    out.value = term_bvand(tt, a.value, b.value);
    break;
  case OP_ADD:
    out.value = term_bvadd(tt, a.value, b.value);
    break;
  case OP_SUB:
    out.value = term_bvsub(tt, a.value, b.value);
    break;
  case OP_MUL:
    out.value = term_bvmul(tt, a.value, b.value);
    break;
  default:
    out.defined = term_and(tt, out.defined, is_divisible(r, a, b));
    out.value = divide(r, op, a, b);
  }
  return out;
}

operand operand_apply(phrase *r, binary_operator op, operand a, operand b) {
  if (r->failed)
    return operand_nothing(r);
  switch (op) {
  case OP_OR:
  case OP_AND:
    return logical(r, op, a, b);
  case OP_EQ:
  case OP_NE:
  case OP_LE:
  case OP_GE:
  case OP_LT:
  case OP_GT:
    return compare(r, op, a, b);
  case OP_SHL:
  case OP_SHR:
    return shift(r, op, a, b);
  default:
    return arithmetic(r, op, a, b);
  }
}
