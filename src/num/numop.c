// SPDX-License-Identifier: Apache-2.0
// Integers and rationals. Integers that fit int64_t are computed without GMP.
#include <assert.h>

#include "num/bvop.h"
#include "num/value_internal.h"

static int64_t inline_of(value a) {
  assert(a.kind == VALUE_INT && !a.is_big);
  return (int64_t)a.bits;
}

static bool both_inline(value a, value b) {
  assert(a.kind == b.kind && (a.kind == VALUE_INT || a.kind == VALUE_REAL));
  return a.kind == VALUE_INT && !a.is_big && !b.is_big;
}

typedef void (*mpz_operation)(mpz_t out, mpz_srcptr a, mpz_srcptr b);
typedef void (*mpq_operation)(mpq_t out, mpq_srcptr a, mpq_srcptr b);

static value int_apply(arena *mem, mpz_operation operation, value a, value b) {
  mpz_view a_view, b_view;
  mpz_t out;
  mpz_init(out);
  operation(out, value_view_mpz(&a_view, a), value_view_mpz(&b_view, b));
  value v = value_int_mpz(mem, out);
  mpz_clear(out);
  return v;
}

static value real_apply(arena *mem, mpq_operation operation, value a, value b) {
  mpq_view a_view, b_view;
  mpq_t out;
  mpq_init(out);
  operation(out, value_view_mpq(&a_view, a), value_view_mpq(&b_view, b));
  value v = value_real_mpq(mem, out);
  mpq_clear(out);
  return v;
}

static value apply(arena *mem, mpz_operation on_int, mpq_operation on_real,
                   value a, value b) {
  assert(a.kind == b.kind);
  return a.kind == VALUE_INT ? int_apply(mem, on_int, a, b)
                             : real_apply(mem, on_real, a, b);
}

value numop_add(arena *mem, value a, value b) {
  int64_t sum;
  if (both_inline(a, b) &&
      !__builtin_add_overflow(inline_of(a), inline_of(b), &sum))
    return value_int(sum);
  return apply(mem, mpz_add, mpq_add, a, b);
}

value numop_sub(arena *mem, value a, value b) {
  int64_t difference;
  if (both_inline(a, b) &&
      !__builtin_sub_overflow(inline_of(a), inline_of(b), &difference))
    return value_int(difference);
  return apply(mem, mpz_sub, mpq_sub, a, b);
}

value numop_mul(arena *mem, value a, value b) {
  int64_t product;
  if (both_inline(a, b) &&
      !__builtin_mul_overflow(inline_of(a), inline_of(b), &product))
    return value_int(product);
  return apply(mem, mpz_mul, mpq_mul, a, b);
}

value numop_neg(arena *mem, value a) {
  if (a.kind == VALUE_INT)
    return numop_sub(mem, value_int(0), a);
  assert(a.kind == VALUE_REAL);
  mpq_view view;
  mpq_t out;
  mpq_init(out);
  mpq_neg(out, value_view_mpq(&view, a));
  value v = value_real_mpq(mem, out);
  mpq_clear(out);
  return v;
}

// The quotient that leaves a remainder 0 <= r < |b|.
static void euclidean_quotient(mpz_t out, mpz_srcptr a, mpz_srcptr b) {
  if (mpz_sgn(b) == 0)
    mpz_set_ui(out, 0);
  else if (mpz_sgn(b) > 0)
    mpz_fdiv_q(out, a, b);
  else
    mpz_cdiv_q(out, a, b);
}

static void euclidean_remainder(mpz_t out, mpz_srcptr a, mpz_srcptr b) {
  if (mpz_sgn(b) == 0)
    mpz_set(out, a);
  else
    mpz_mod(out, a, b);
}

static void quotient(mpq_t out, mpq_srcptr a, mpq_srcptr b) {
  if (mpq_sgn(b) == 0)
    mpq_set_ui(out, 0, 1);
  else
    mpq_div(out, a, b);
}

value numop_div(arena *mem, value a, value b) {
  return apply(mem, euclidean_quotient, quotient, a, b);
}

value numop_mod(arena *mem, value a, value b) {
  assert(a.kind == VALUE_INT && b.kind == VALUE_INT);
  return int_apply(mem, euclidean_remainder, a, b);
}

int numop_compare(value a, value b) {
  assert(a.kind == VALUE_INT || a.kind == VALUE_REAL);
  return value_order(a, b);
}

value value_int_to_real(arena *mem, value a) {
  assert(a.kind == VALUE_INT);
  mpq_view view;
  return value_real_mpq(mem, value_view_mpq(&view, a));
}

value value_real_to_int(arena *mem, value a) {
  assert(a.kind == VALUE_REAL);
  mpq_view view;
  mpq_srcptr q = value_view_mpq(&view, a);
  mpz_t out;
  mpz_init(out);
  mpz_fdiv_q(out, mpq_numref(q), mpq_denref(q));
  value v = value_int_mpz(mem, out);
  mpz_clear(out);
  return v;
}
