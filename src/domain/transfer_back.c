// SPDX-License-Identifier: Apache-2.0
// Operators backwards: what the result says about the arguments.
//
// Operators with an inverse apply it; of the others those with one constant
// argument are treated, which is what conditions of programs are made of. A
// product is divided only where it cannot have wrapped.
#include <assert.h>

#include "domain/transfer_internal.h"

static void narrow(vtype t, vset *a, const vset *by) {
  *a = vset_meet(t, a, by);
}

// Keeps a between lo and hi as numbers that wrap around.
static void narrow_range(vtype t, vset *a, wide lo, wide hi) {
  if (lo > hi)
    return;
  vset_builder keep;
  vset_begin(&keep, t);
  vset_add(&keep, lo, hi);
  vset range = vset_end(&keep, 1, 0, VSET_ARCS);
  narrow(t, a, &range);
}

static void back_add(vtype t, const vset *result, vset *a, vset *b) {
  vset minus = transfer_neg(t, b, VSET_ARCS);
  vset rest = transfer_add(t, result, &minus, VSET_ARCS);
  narrow(t, a, &rest);
  minus = transfer_neg(t, a, VSET_ARCS);
  rest = transfer_add(t, result, &minus, VSET_ARCS);
  narrow(t, b, &rest);
}

// --- products ---------------------------------------------------------------

// Do all products of these spans with c lie in [least, greatest]?
static bool is_inside(const span *x, uint32_t n, wide c, wide least,
                      wide greatest) {
  for (uint32_t i = 0; i < n; i++) {
    wide p = x[i].lo * c, q = x[i].hi * c;
    if (p < least || q < least || p > greatest || q > greatest)
      return false;
  }
  return true;
}

static void divide_into(vset_builder *out, span r, wide c) {
  assert(c != 0);
  wide lo = c > 0 ? r.lo : r.hi, hi = c > 0 ? r.hi : r.lo;
  lo = -floor_div(-lo, c); // upwards
  hi = floor_div(hi, c);
  if (lo <= hi)
    vset_add(out, lo, hi);
}

// a * c = result, c not zero. Without wrap-around, as signed or as unsigned
// numbers, a is the quotient.
static void back_scale(vtype t, const vset *result, vset *a, wide c) {
  assert(c != 0);
  vtype plain = {VTYPE_INT, 0};
  wide half = vtype_modulus(t) / 2;
  wide factor = c >= half ? c - 2 * half : c;
  span x[SIGNED_PARTS], r[SIGNED_PARTS];
  uint32_t n = transfer_signed(t, a, x), m = 0;
  if (is_inside(x, n, factor, -half, half - 1)) {
    m = transfer_signed(t, result, r);
  } else {
    factor = c;
    n = transfer_signed(plain, a, x);
    if (!is_inside(x, n, c, 0, 2 * half - 1))
      return;
    m = transfer_signed(plain, result, r);
  }
  vset_builder keep;
  vset_begin(&keep, t);
  for (uint32_t i = 0; i < m; i++)
    divide_into(&keep, r[i], factor);
  vset quotients = vset_end(&keep, 1, 0, VSET_ARCS);
  narrow(t, a, &quotients);
}

static void back_scale_integer(vtype t, const vset *result, vset *a, wide c) {
  assert(c != 0);
  vset_builder keep;
  vset_begin(&keep, t);
  for (uint32_t i = 0; i < result->count; i++) {
    span r = result->part[i];
    if (r.lo <= -VSET_INF || r.hi >= VSET_INF)
      return;
    divide_into(&keep, r, c);
  }
  vset quotients = vset_end(&keep, 1, 0, VSET_ARCS);
  narrow(t, a, &quotients);
}

static void back_mul(vtype t, const vset *result, vset *a, vset *b) {
  wide c;
  vset *other = vset_is_one(a, &c) ? b : a;
  if (!vset_is_one(a, &c) && !vset_is_one(b, &c))
    return;
  if (c == 0 || c >= VSET_INF / 2 || c <= -VSET_INF / 2)
    return;
  if (t.kind == VTYPE_BV)
    back_scale(t, result, other, c);
  else if (t.kind == VTYPE_INT)
    back_scale_integer(t, result, other, c);
}

// --- quotients and remainders -----------------------------------------------

// a / c = result for c > 0: a lies between the products.
static void back_quotient(vtype t, bool is_truncated, const vset *result,
                          vset *a, wide c) {
  span r[SIGNED_PARTS];
  vtype plain = {VTYPE_INT, 0};
  uint32_t n = transfer_signed(is_truncated ? t : plain, result, r);
  if (n == 0)
    return;
  wide lo = r[0].lo, hi = r[n - 1].hi;
  if (lo <= -VSET_INF || hi >= VSET_INF || c >= VSET_INF / 2)
    return;
  wide low = lo * c, high = hi * c + c - 1;
  if (is_truncated && lo <= 0)
    low -= c - 1;
  if (is_truncated && hi < 0)
    high = hi * c;
  if (t.kind != VTYPE_BV) {
    narrow_range(t, a, low, high);
    return;
  }
  wide half = vtype_modulus(t) / 2;
  wide least = is_truncated ? -half : 0, most = is_truncated ? half : 2 * half;
  narrow_range(t, a, wide_max(low, least), wide_min(high, most - 1));
}

// a mod c = result: a is in the classes of the result modulo c. That holds of
// the unsigned values; as signed ones for the part of c that divides 2^w.
static void back_remainder(vtype t, bool is_signed, const vset *result, vset *a,
                           wide c) {
  if (vset_is_empty(result) || vset_is_empty(a))
    return;
  wide mod, rem;
  class_of(result, &mod, &rem);
  mod = wide_gcd(mod, c);
  bool is_natural = !is_signed || vset_greatest(a) < vtype_modulus(t) / 2;
  if (!is_natural)
    mod = wide_gcd(mod, vtype_modulus(t));
  if (mod <= 1 || mod >= VSET_INF)
    return;
  vset class = vset_class(t, mod, floor_mod(rem, mod));
  narrow(t, a, &class);
  if (is_natural && !vset_is_empty(a) && vset_least(a) >= 0 &&
      vset_greatest(a) < c)
    narrow(t, a, result);
}

static void back_divide(const transfer_op *op, const vset *result, vset *a,
                        const vset *b) {
  wide c;
  vtype t = op->type;
  if (!vset_is_one(b, &c) || c <= 0)
    return;
  bool is_bv = t.kind == VTYPE_BV;
  bool is_positive = !is_bv || c < vtype_modulus(t) / 2;
  switch (op->kind) {
  case TERM_BVUDIV:
  case TERM_INT_DIV:
    back_quotient(t, false, result, a, c);
    return;
  case TERM_BVSDIV:
    if (is_positive)
      back_quotient(t, true, result, a, c);
    return;
  case TERM_BVUREM:
  case TERM_INT_MOD:
    back_remainder(t, false, result, a, c);
    return;
  case TERM_BVSREM:
    if (is_positive)
      back_remainder(t, true, result, a, c);
    return;
  default:
    return;
  }
}

// --- bits -------------------------------------------------------------------

static uint32_t trailing_ones(wide n) {
  uint32_t count = 0;
  for (; n & 1; n >>= 1)
    count++;
  return count;
}

// a & mask = result, from the low ones of the mask.
static void back_mask(vtype t, const vset *result, vset *a, wide mask) {
  uint32_t ones = trailing_ones(mask);
  if (ones == 0)
    return;
  wide mod, rem, modulus = (wide)1 << ones;
  class_of(result, &mod, &rem);
  mod = wide_gcd(mod, modulus);
  if (mod > 1) {
    vset class = vset_class(t, mod, floor_mod(rem, mod));
    narrow(t, a, &class);
  }
  if (mask == modulus - 1 && !vset_is_empty(a) && vset_greatest(a) <= mask)
    narrow(t, a, result);
}

static void back_and(vtype t, const vset *result, vset *a, vset *b) {
  if (vset_is_empty(result))
    return;
  wide mask;
  narrow_range(t, a, vset_least(result), vtype_greatest(t));
  narrow_range(t, b, vset_least(result), vtype_greatest(t));
  if (vset_is_one(b, &mask))
    back_mask(t, result, a, mask);
  if (vset_is_one(a, &mask))
    back_mask(t, result, b, mask);
}

static void back_or(vtype t, const vset *result, vset *a, vset *b) {
  if (vset_is_empty(result))
    return;
  narrow_range(t, a, 0, vset_greatest(result));
  narrow_range(t, b, 0, vset_greatest(result));
}

static void back_xor(const transfer_op *op, const vset *result, vset *a,
                     vset *b) {
  vset x = transfer_bitwise(op, result, b);
  narrow(op->type, a, &x);
  vset y = transfer_bitwise(op, result, a);
  narrow(op->type, b, &y);
}

static void back_shift(const transfer_op *op, const vset *result, vset *a,
                       const vset *b) {
  wide by;
  vtype t = op->type;
  if (!vset_is_one(b, &by) || by >= t.width || vset_is_empty(result))
    return;
  wide c = (wide)1 << by, modulus = vtype_modulus(t);
  if (op->kind == TERM_BVSHL) {
    back_scale(t, result, a, c);
    return;
  }
  if (op->kind == TERM_BVLSHR) {
    back_quotient(t, false, result, a, c);
    return;
  }
  span r[SIGNED_PARTS];
  uint32_t n = transfer_signed(t, result, r);
  narrow_range(t, a, wide_max(r[0].lo * c, -modulus / 2),
               wide_min(r[n - 1].hi * c + c - 1, modulus / 2 - 1));
}

// --- shapes -----------------------------------------------------------------

static void back_extract(const transfer_op *op, const vset *result, vset *a) {
  vtype t = op->args[0];
  uint32_t high = op->params[0], low = op->params[1];
  if (vset_is_empty(result) || vset_is_empty(a))
    return;
  wide unit = (wide)1 << low;
  if (high == t.width - 1 || vset_greatest(a) < (unit << (high - low + 1)))
    narrow_range(t, a, vset_least(result) * unit,
                 vset_greatest(result) * unit + unit - 1);
  if (low > 0)
    return;
  wide mod, rem;
  class_of(result, &mod, &rem);
  mod = wide_gcd(mod, vtype_modulus(op->type));
  if (mod > 1) {
    vset class = vset_class(t, mod, floor_mod(rem, mod));
    narrow(t, a, &class);
  }
  if (!vset_is_empty(a) && vset_greatest(a) < vtype_modulus(op->type))
    narrow(t, a, result);
}

static void back_zero_extend(vtype t, const vset *result, vset *a) {
  narrow(t, a, result);
}

static void back_sign_extend(const transfer_op *op, const vset *result,
                             vset *a) {
  vtype t = op->args[0];
  span r[SIGNED_PARTS];
  uint32_t n = transfer_signed(op->type, result, r);
  wide half = vtype_modulus(t) / 2;
  vset_builder keep;
  vset_begin(&keep, t);
  for (uint32_t i = 0; i < n; i++) {
    wide lo = wide_max(r[i].lo, -half), hi = wide_min(r[i].hi, half - 1);
    if (lo <= hi)
      vset_add(&keep, lo, hi);
  }
  vset inside = vset_end(&keep, 1, 0, VSET_ARCS);
  narrow(t, a, &inside);
}

static void back_concat(const transfer_op *op, const vset *result, vset *a,
                        vset *b) {
  if (vset_is_empty(result))
    return;
  wide factor = vtype_modulus(op->args[1]), high;
  vset_builder keep;
  vset_begin(&keep, op->args[0]);
  for (uint32_t i = 0; i < result->count; i++)
    vset_add(&keep, result->part[i].lo / factor, result->part[i].hi / factor);
  vset highs = vset_end(&keep, 1, 0, VSET_ARCS);
  narrow(op->args[0], a, &highs);
  if (!vset_is_one(a, &high))
    return;
  wide lo = wide_max(vset_least(result) - high * factor, 0);
  wide hi = wide_min(vset_greatest(result) - high * factor, factor - 1);
  if (lo <= hi)
    narrow_range(op->args[1], b, lo, hi);
}

// --- all --------------------------------------------------------------------

static void back_relation(const transfer_op *op, const vset *result, vset *a,
                          vset *b, bool is_signed, bool is_strict) {
  wide truth;
  relation plain = is_strict ? RELATE_LESS : RELATE_LESS_EQUAL;
  relation turned = is_strict ? RELATE_LESS_EQUAL : RELATE_LESS;
  if (!vset_is_one(result, &truth))
    return;
  if (truth)
    relate_assume(op->args[0], is_signed, plain, a, b);
  else
    relate_assume(op->args[0], is_signed, turned, b, a);
}

static void back_equal(const transfer_op *op, const vset *result, vset *a,
                       vset *b) {
  wide truth, n;
  vtype t = op->args[0];
  if (!vset_is_one(result, &truth))
    return;
  if (truth) {
    relate_assume(t, false, RELATE_EQUAL, a, b);
    return;
  }
  if (vset_is_one(a, &n))
    *b = vset_without(t, b, n);
  else if (vset_is_one(b, &n))
    *a = vset_without(t, a, n);
}

static void back_not(const transfer_op *op, const vset *result, vset *a) {
  transfer_op forwards = *op;
  forwards.arcs = VSET_ARCS;
  vset x = transfer_forward(&forwards, result, NULL);
  narrow(op->type, a, &x);
}

static void backward(const transfer_op *op, const vset *result, vset *a,
                     vset *b) {
  vset x;
  switch (op->kind) {
  case TERM_EQ:
    back_equal(op, result, a, b);
    return;
  case TERM_BVULT:
  case TERM_LT:
    back_relation(op, result, a, b, false, true);
    return;
  case TERM_BVULE:
  case TERM_LE:
    back_relation(op, result, a, b, false, false);
    return;
  case TERM_BVSLT:
    back_relation(op, result, a, b, true, true);
    return;
  case TERM_BVSLE:
    back_relation(op, result, a, b, true, false);
    return;
  case TERM_NOT:
  case TERM_BVNOT:
    back_not(op, result, a);
    return;
  case TERM_BVNEG:
  case TERM_NEG:
    x = transfer_neg(op->type, result, VSET_ARCS);
    narrow(op->type, a, &x);
    return;
  case TERM_BVADD:
  case TERM_ADD:
    back_add(op->type, result, a, b);
    return;
  case TERM_BVMUL:
  case TERM_MUL:
    back_mul(op->type, result, a, b);
    return;
  case TERM_BVAND:
    back_and(op->type, result, a, b);
    return;
  case TERM_BVOR:
    back_or(op->type, result, a, b);
    return;
  case TERM_BVXOR:
    back_xor(op, result, a, b);
    return;
  case TERM_BVSHL:
  case TERM_BVLSHR:
  case TERM_BVASHR:
    back_shift(op, result, a, b);
    return;
  case TERM_EXTRACT:
    back_extract(op, result, a);
    return;
  case TERM_ZERO_EXTEND:
    back_zero_extend(op->args[0], result, a);
    return;
  case TERM_SIGN_EXTEND:
    back_sign_extend(op, result, a);
    return;
  case TERM_CONCAT:
    back_concat(op, result, a, b);
    return;
  case TERM_BV_TO_INT:
  case TERM_TO_REAL:
    narrow(op->args[0], a, result);
    return;
  default:
    back_divide(op, result, a, b);
  }
}

void transfer_backward(const transfer_op *op, const vset *result, vset *a,
                       vset *b) {
  assert(transfer_has(op));
  assert(!vset_is_empty(a));
  bool is_unknown = op->type.kind == VTYPE_OTHER ||
                    op->args[0].kind == VTYPE_OTHER ||
                    (b != NULL && op->args[1].kind == VTYPE_OTHER);
  if (is_unknown || op->kind == TERM_TO_INT || op->kind == TERM_INT_TO_BV)
    return;
  if (vset_is_empty(a) || (b != NULL && vset_is_empty(b)))
    return;
  if (op->origin != ORIGIN_NONE)
    transfer_float_back(op, result, a, b);
  else
    backward(op, result, a, b);
}
