// SPDX-License-Identifier: Apache-2.0
// LLVM's integer intrinsics.
#include "frontend/c/translate/translator.h"

#include <assert.h>

#include "base/unreachable.h"

// In twice the width (plus a bit) nothing overflows: compute there, and see
// whether the result is what its lower half says.
static val with_overflow(translator *t, ir_builtin op, term a, term b) {
  terms *tt = t->tt;
  uint32_t width = term_width(tt, a);
  bool is_signed = op == BUILTIN_SADD_OVERFLOW || op == BUILTIN_SSUB_OVERFLOW ||
                   op == BUILTIN_SMUL_OVERFLOW;
  bool is_product = op == BUILTIN_SMUL_OVERFLOW || op == BUILTIN_UMUL_OVERFLOW;
  uint32_t more = is_product ? width : 1;
  term x =
      is_signed ? term_sign_extend(tt, a, more) : term_zero_extend(tt, a, more);
  term y =
      is_signed ? term_sign_extend(tt, b, more) : term_zero_extend(tt, b, more);
  term wide;
  if (is_product)
    wide = term_bvmul(tt, x, y);
  else if (op == BUILTIN_SADD_OVERFLOW || op == BUILTIN_UADD_OVERFLOW)
    wide = term_bvadd(tt, x, y);
  else
    wide = term_bvsub(tt, x, y);
  term low = term_extract(tt, wide, width - 1, 0);
  term same = is_signed ? term_sign_extend(tt, low, more)
                        : term_zero_extend(tt, low, more);
  val *leaves = ARENA_ARRAY(t->scratch, val, 2);
  leaves[0] = val_int(low);
  leaves[1] = val_int(term_distinct(tt, wide, same));
  return (val){.kind = VAL_AGGREGATE, .leaves = leaves, .leaf_count = 2};
}

static term choose(translator *t, ir_builtin op, term a, term b) {
  terms *tt = t->tt;
  switch (op) {
  case BUILTIN_SMAX:
    return term_ite(tt, term_bvslt(tt, a, b), b, a);
  case BUILTIN_SMIN:
    return term_ite(tt, term_bvslt(tt, a, b), a, b);
  case BUILTIN_UMAX:
    return term_ite(tt, term_bvult(tt, a, b), b, a);
  default:
    assert(op == BUILTIN_UMIN);
    return term_ite(tt, term_bvult(tt, a, b), a, b);
  }
}

static term bit(translator *t, term a, uint32_t k) {
  return term_extract(t->tt, a, k, k);
}

static term count_ones(translator *t, term a) {
  uint32_t width = term_width(t->tt, a);
  term sum = term_bv(t->tt, width, 0);
  for (uint32_t k = 0; k < width; k++)
    sum = term_bvadd(t->tt, sum,
                     term_zero_extend(t->tt, bit(t, a, k), width - 1));
  return sum;
}

// Number of zeros before the first one, from the top or from the bottom.
static term count_zeros(translator *t, term a, bool from_top) {
  terms *tt = t->tt;
  uint32_t width = term_width(tt, a);
  term sum = term_bv(tt, width, width);
  for (uint32_t n = width; n-- > 0;) {
    uint32_t k = from_top ? width - 1 - n : n;
    term is_one = term_eq_make(tt, bit(t, a, k), term_bv(tt, 1, 1));
    sum = term_ite(tt, is_one, term_bv(tt, width, n), sum);
  }
  return sum;
}

static term reverse(translator *t, term a, uint32_t unit) {
  uint32_t width = term_width(t->tt, a);
  assert(width % unit == 0);
  term sum = TERM_NONE;
  for (uint32_t k = 0; k < width; k += unit) {
    term part = term_extract(t->tt, a, k + unit - 1, k);
    sum = term_is_none(sum) ? part : term_concat(t->tt, sum, part);
  }
  return sum;
}

// The higher (or lower) half of a:b shifted by c modulo the width.
static term funnel(translator *t, bool is_left, const term *args) {
  terms *tt = t->tt;
  uint32_t width = term_width(tt, args[0]);
  term both = term_concat(tt, args[0], args[1]);
  term by = term_zero_extend(
      tt, term_bvurem(tt, args[2], term_bv(tt, width, width)), width);
  if (is_left)
    return term_extract(tt, term_bvshl(tt, both, by), 2 * width - 1, width);
  return term_extract(tt, term_bvlshr(tt, both, by), width - 1, 0);
}

static term absolute(translator *t, term a) {
  uint32_t width = term_width(t->tt, a);
  term negative = term_bvslt(t->tt, a, term_bv(t->tt, width, 0));
  return term_ite(t->tt, negative, term_bvneg(t->tt, a), a);
}

val arith_builtin(translator *t, const ir_inst *i, const val *args) {
  term a[3] = {TERM_NONE, TERM_NONE, TERM_NONE};
  for (uint32_t k = 0; k < i->operand_count && k < 3; k++) {
    if (args[k].kind != VAL_INT)
      return args[k].kind == VAL_BAD ? args[k]
                                     : val_bad("an address as an integer");
    if (term_is_bool(t->tt, args[k].t) && k == 0)
      return val_bad("an unusual intrinsic");
    a[k] = args[k].t;
  }
  ir_builtin op = (ir_builtin)i->sub;
  switch (op) {
  case BUILTIN_SADD_OVERFLOW:
  case BUILTIN_UADD_OVERFLOW:
  case BUILTIN_SSUB_OVERFLOW:
  case BUILTIN_USUB_OVERFLOW:
  case BUILTIN_SMUL_OVERFLOW:
  case BUILTIN_UMUL_OVERFLOW:
    return with_overflow(t, op, a[0], a[1]);
  case BUILTIN_ABS:
    return val_int(absolute(t, a[0]));
  case BUILTIN_SMAX:
  case BUILTIN_SMIN:
  case BUILTIN_UMAX:
  case BUILTIN_UMIN:
    return val_int(choose(t, op, a[0], a[1]));
  case BUILTIN_CTPOP:
    return val_int(count_ones(t, a[0]));
  case BUILTIN_CTLZ:
    return val_int(count_zeros(t, a[0], true));
  case BUILTIN_CTTZ:
    return val_int(count_zeros(t, a[0], false));
  case BUILTIN_BSWAP:
    return val_int(reverse(t, a[0], 8));
  case BUILTIN_BITREVERSE:
    return val_int(reverse(t, a[0], 1));
  case BUILTIN_LOST: {
    uint32_t width = term_width(t->tt, a[0]);
    term sign = term_bvashr(t->tt, a[0], term_bv(t->tt, width, width - 1));
    return val_int(term_bvxor(t->tt, term_bvashr(t->tt, a[0], a[1]), sign));
  }
  case BUILTIN_FSHL:
  case BUILTIN_FSHR:
    return val_int(funnel(t, op == BUILTIN_FSHL, a));
  }
  UNREACHABLE();
}
