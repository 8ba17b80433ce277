// SPDX-License-Identifier: Apache-2.0
// Bit-vector arithmetic as the SMT-LIB theory FixedSizeBitVectors defines it.
//
// Each operator is written twice: on uint64_t for widths up to 64, where nearly
// all work is, and on GMP integers for wider ones. Both compute a number whose
// low bits are the result; making the value cuts the rest off.
#include "num/bvop.h"

#include <assert.h>

#include "base/unreachable.h"
#include "num/value_internal.h"

// --- up to 64 bits ----------------------------------------------------------

static uint64_t negate_if(bool condition, uint64_t x) {
  return condition ? 0 - x : x;
}

static bool sign_of(value a) { return (a.bits >> (a.width - 1)) & 1; }

static uint64_t small_udiv(uint64_t x, uint64_t y) {
  return y ? x / y : UINT64_MAX;
}

static uint64_t small_urem(uint64_t x, uint64_t y) { return y ? x % y : x; }

// SMT-LIB defines the signed operators by the unsigned ones on magnitudes,
// which gives x / 0 and INT_MIN / -1 their meaning; so do we.
static uint64_t magnitude(value a) {
  return negate_if(sign_of(a), a.bits) & bv_mask(a.width);
}

static uint64_t small_sdiv(value a, value b) {
  return negate_if(sign_of(a) != sign_of(b),
                   small_udiv(magnitude(a), magnitude(b)));
}

static uint64_t small_srem(value a, value b) {
  return negate_if(sign_of(a), small_urem(magnitude(a), magnitude(b)));
}

static uint64_t small_ashr(value a, uint64_t by) {
  int64_t x = value_get_s64(a);
  uint32_t most = a.width - 1; // copies of the sign only
  return (uint64_t)(x >> (by < most ? by : most));
}

static value small_binary(bvop op, value a, value b) {
  uint64_t x = a.bits, y = b.bits;
  switch (op) {
  case BVOP_AND:
    return value_bv(a.width, x & y);
  case BVOP_OR:
    return value_bv(a.width, x | y);
  case BVOP_XOR:
    return value_bv(a.width, x ^ y);
  case BVOP_ADD:
    return value_bv(a.width, x + y);
  case BVOP_SUB:
    return value_bv(a.width, x - y);
  case BVOP_MUL:
    return value_bv(a.width, x * y);
  case BVOP_UDIV:
    return value_bv(a.width, small_udiv(x, y));
  case BVOP_UREM:
    return value_bv(a.width, small_urem(x, y));
  case BVOP_SDIV:
    return value_bv(a.width, small_sdiv(a, b));
  case BVOP_SREM:
    return value_bv(a.width, small_srem(a, b));
  case BVOP_SHL:
    return value_bv(a.width, y < a.width ? x << y : 0);
  case BVOP_LSHR:
    return value_bv(a.width, y < a.width ? x >> y : 0);
  case BVOP_ASHR:
    return value_bv(a.width, small_ashr(a, y));
  case BVOP_NOT:
  case BVOP_NEG:
    break;
  }
  UNREACHABLE();
}

// --- wider ------------------------------------------------------------------

// out = a read as two's complement.
static void get_signed(mpz_t out, value a) {
  mpz_view view;
  mpz_set(out, value_view_mpz(&view, a));
  if (value_bv_bit(a, a.width - 1)) {
    mpz_t modulus;
    mpz_init(modulus);
    mpz_setbit(modulus, a.width);
    mpz_sub(out, out, modulus);
    mpz_clear(modulus);
  }
}

static void wide_udiv(mpz_t out, mpz_srcptr x, mpz_srcptr y) {
  if (mpz_sgn(y) == 0)
    mpz_set_si(out, -1); // all ones
  else
    mpz_tdiv_q(out, x, y);
}

static void wide_urem(mpz_t out, mpz_srcptr x, mpz_srcptr y) {
  if (mpz_sgn(y) == 0)
    mpz_set(out, x);
  else
    mpz_tdiv_r(out, x, y);
}

static void wide_signed_division(mpz_t out, bvop op, value a, value b) {
  mpz_t x, y;
  mpz_inits(x, y, NULL);
  get_signed(x, a);
  get_signed(y, b);
  if (op == BVOP_SREM)
    wide_urem(out, x, y); // truncates: the sign is the dividend's
  else if (mpz_sgn(y) == 0)
    mpz_set_si(out, mpz_sgn(x) < 0 ? 1 : -1);
  else
    mpz_tdiv_q(out, x, y);
  mpz_clears(x, y, NULL);
}

static void wide_shift(mpz_t out, bvop op, value a, mpz_srcptr amount) {
  uint32_t by =
      mpz_cmp_ui(amount, a.width) < 0 ? (uint32_t)mpz_get_ui(amount) : a.width;
  if (op == BVOP_ASHR) {
    get_signed(out, a);
    mpz_fdiv_q_2exp(out, out, by);
    return;
  }
  mpz_view view;
  mpz_srcptr x = value_view_mpz(&view, a);
  if (op == BVOP_SHL)
    mpz_mul_2exp(out, x, by);
  else
    mpz_tdiv_q_2exp(out, x, by);
}

static void wide_binary(mpz_t out, bvop op, value a, value b) {
  mpz_view a_view, b_view;
  mpz_srcptr x = value_view_mpz(&a_view, a), y = value_view_mpz(&b_view, b);
  switch (op) {
  case BVOP_AND:
    mpz_and(out, x, y);
    return;
  case BVOP_OR:
    mpz_ior(out, x, y);
    return;
  case BVOP_XOR:
    mpz_xor(out, x, y);
    return;
  case BVOP_ADD:
    mpz_add(out, x, y);
    return;
  case BVOP_SUB:
    mpz_sub(out, x, y);
    return;
  case BVOP_MUL:
    mpz_mul(out, x, y);
    return;
  case BVOP_UDIV:
    wide_udiv(out, x, y);
    return;
  case BVOP_UREM:
    wide_urem(out, x, y);
    return;
  case BVOP_SDIV:
  case BVOP_SREM:
    wide_signed_division(out, op, a, b);
    return;
  case BVOP_SHL:
  case BVOP_LSHR:
  case BVOP_ASHR:
    wide_shift(out, op, a, y);
    return;
  case BVOP_NOT:
  case BVOP_NEG:
    break;
  }
  UNREACHABLE();
}

// --- the interface ----------------------------------------------------------

value bvop_unary(arena *mem, bvop op, value a) {
  assert(a.kind == VALUE_BV && (op == BVOP_NOT || op == BVOP_NEG));
  if (!a.is_big)
    return value_bv(a.width, op == BVOP_NOT ? ~a.bits : 0 - a.bits);
  mpz_view view;
  mpz_t out;
  mpz_init(out);
  if (op == BVOP_NOT)
    mpz_com(out, value_view_mpz(&view, a));
  else
    mpz_neg(out, value_view_mpz(&view, a));
  value v = value_bv_mpz(mem, a.width, out);
  mpz_clear(out);
  return v;
}

value bvop_binary(arena *mem, bvop op, value a, value b) {
  assert(a.kind == VALUE_BV && b.kind == VALUE_BV && a.width == b.width);
  if (!a.is_big)
    return small_binary(op, a, b);
  mpz_t out;
  mpz_init(out);
  wide_binary(out, op, a, b);
  value v = value_bv_mpz(mem, a.width, out);
  mpz_clear(out);
  return v;
}

static int unsigned_order(value a, value b) {
  assert(a.kind == VALUE_BV && b.kind == VALUE_BV);
  return value_order(a, b);
}

// Between different signs the negative one is less; else two's complement
// keeps the unsigned order.
static int signed_order(value a, value b) {
  assert(a.kind == VALUE_BV && b.kind == VALUE_BV && a.width == b.width);
  int a_sign = value_bv_bit(a, a.width - 1);
  int b_sign = value_bv_bit(b, b.width - 1);
  return a_sign != b_sign ? b_sign - a_sign : value_order(a, b);
}

bool bvop_ult(value a, value b) { return unsigned_order(a, b) < 0; }
bool bvop_ule(value a, value b) { return unsigned_order(a, b) <= 0; }
bool bvop_slt(value a, value b) { return signed_order(a, b) < 0; }
bool bvop_sle(value a, value b) { return signed_order(a, b) <= 0; }

value bvop_concat(arena *mem, value high, value low) {
  assert(high.kind == VALUE_BV && low.kind == VALUE_BV);
  assert(high.width <= UINT32_MAX - low.width);
  uint32_t width = high.width + low.width;
  if (width <= 64)
    return value_bv(width, (high.bits << low.width) | low.bits);
  mpz_view high_view, low_view;
  mpz_t out;
  mpz_init(out);
  mpz_mul_2exp(out, value_view_mpz(&high_view, high), low.width);
  mpz_ior(out, out, value_view_mpz(&low_view, low));
  value v = value_bv_mpz(mem, width, out);
  mpz_clear(out);
  return v;
}

// The 64 bits from bit 'low' on; zeros beyond the width.
static uint64_t word_at(value a, uint32_t low) {
  if (!a.is_big)
    return a.bits >> low;
  uint32_t i = low / 64, shift = low % 64;
  uint64_t word = a.big->limb[i] >> shift;
  if (shift > 0 && i + 1 < a.big->limbs)
    word |= a.big->limb[i + 1] << (64 - shift);
  return word;
}

value bvop_extract(arena *mem, value a, uint32_t high, uint32_t low) {
  assert(a.kind == VALUE_BV && low <= high && high < a.width);
  uint32_t width = high - low + 1;
  if (width <= 64)
    return value_bv(width, word_at(a, low));
  mpz_view view;
  mpz_t out;
  mpz_init(out);
  mpz_tdiv_q_2exp(out, value_view_mpz(&view, a), low);
  value v = value_bv_mpz(mem, width, out);
  mpz_clear(out);
  return v;
}

static value extend(arena *mem, value a, uint32_t by, bool is_signed) {
  assert(a.kind == VALUE_BV && by <= UINT32_MAX - a.width);
  uint32_t width = a.width + by;
  if (width <= 64)
    return value_bv(width, is_signed ? (uint64_t)value_get_s64(a) : a.bits);
  mpz_t out;
  mpz_init(out);
  if (is_signed)
    get_signed(out, a);
  else
    value_get_mpz(a, out);
  value v = value_bv_mpz(mem, width, out);
  mpz_clear(out);
  return v;
}

value bvop_zero_extend(arena *mem, value a, uint32_t by) {
  return extend(mem, a, by, false);
}

value bvop_sign_extend(arena *mem, value a, uint32_t by) {
  return extend(mem, a, by, true);
}

value value_bv_to_int(arena *mem, value a, bool is_signed) {
  assert(a.kind == VALUE_BV);
  mpz_t out;
  mpz_init(out);
  if (is_signed)
    get_signed(out, a);
  else
    value_get_mpz(a, out);
  value v = value_int_mpz(mem, out);
  mpz_clear(out);
  return v;
}

value value_int_to_bv(arena *mem, uint32_t width, value a) {
  assert(a.kind == VALUE_INT);
  mpz_view view;
  return value_bv_mpz(mem, width, value_view_mpz(&view, a));
}
