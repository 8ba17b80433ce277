// SPDX-License-Identifier: Apache-2.0
// Sums, products, quotients and remainders of sets.
//
// All of them compute with mathematical integers, part by part, and leave it to
// the builder to wrap the results around. Products and signed divisions take
// the operands as signed numbers, whose magnitude is the smaller one: then
// products of 64-bit numbers fit, and -1 is not four billion.
#include <assert.h>

#include "base/unreachable.h"
#include "domain/transfer_internal.h"

uint32_t transfer_signed(vtype t, const vset *a, span out[SIGNED_PARTS]) {
  assert(a->count <= VSET_PARTS);
  uint32_t n = 0;
  if (t.kind != VTYPE_BV) {
    for (; n < a->count; n++)
      out[n] = a->part[n];
    return n;
  }
  wide modulus = vtype_modulus(t), half = modulus / 2;
  for (uint32_t i = 0; i < a->count; i++) // negative ones first
    if (a->part[i].hi >= half)
      out[n++] = (span){wide_max(a->part[i].lo, half) - modulus,
                        a->part[i].hi - modulus};
  for (uint32_t i = 0; i < a->count; i++)
    if (a->part[i].lo < half)
      out[n++] = (span){a->part[i].lo, wide_min(a->part[i].hi, half - 1)};
  assert(n <= SIGNED_PARTS);
  return n;
}

vset transfer_add(vtype t, const vset *a, const vset *b, uint32_t arcs) {
  assert(arcs >= 1 && arcs <= VSET_ARCS);
  vset_builder out;
  vset_begin(&out, t);
  for (uint32_t i = 0; i < a->count; i++)
    for (uint32_t j = 0; j < b->count; j++) {
      span x = a->part[i], y = b->part[j];
      wide lo =
          x.lo <= -VSET_INF || y.lo <= -VSET_INF ? -VSET_INF : x.lo + y.lo;
      wide hi = x.hi >= VSET_INF || y.hi >= VSET_INF ? VSET_INF : x.hi + y.hi;
      vset_add(&out, wide_min(lo, VSET_INF), wide_max(hi, -VSET_INF));
    }
  wide m1, r1, m2, r2;
  class_of(a, &m1, &r1);
  class_of(b, &m2, &r2);
  return vset_end(&out, wide_gcd(m1, m2), r1 + r2, arcs);
}

vset transfer_neg(vtype t, const vset *a, uint32_t arcs) {
  assert(arcs >= 1 && arcs <= VSET_ARCS);
  vset_builder out;
  vset_begin(&out, t);
  for (uint32_t i = 0; i < a->count; i++)
    vset_add(&out, -a->part[i].hi, -a->part[i].lo);
  wide mod, rem;
  class_of(a, &mod, &rem);
  return vset_end(&out, mod, -rem, arcs);
}

// --- products ---------------------------------------------------------------

// Beyond the range of bounds a product is infinite.
static wide times(wide a, wide b) {
  wide p;
  bool is_negative = (a < 0) != (b < 0);
  if (a == 0 || b == 0)
    return 0;
  if (a >= VSET_INF || a <= -VSET_INF || b >= VSET_INF || b <= -VSET_INF ||
      __builtin_mul_overflow(a, b, &p))
    return is_negative ? -VSET_INF : VSET_INF;
  return p;
}

static void add_product(vset_builder *out, span x, span y) {
  assert(x.lo <= x.hi && y.lo <= y.hi);
  wide p[] = {times(x.lo, y.lo), times(x.lo, y.hi), times(x.hi, y.lo),
              times(x.hi, y.hi)};
  wide lo = p[0], hi = p[0];
  for (int i = 1; i < 4; i++) {
    lo = wide_min(lo, p[i]);
    hi = wide_max(hi, p[i]);
  }
  vset_add(out, lo, hi);
}

// (m1 k + r1)(m2 l + r2) = r1 r2 modulo all of m1 m2, m1 r2, m2 r1. Taken over
// the unsigned values: those modulo 2^w differ from the signed ones by
// multiples of 2^w only.
static void product_class(vtype t, const vset *a, const vset *b, wide *mod,
                          wide *rem) {
  wide m1, r1, m2, r2;
  class_of(a, &m1, &r1);
  class_of(b, &m2, &r2);
  wide most = (wide)1 << 62;
  *mod = 1;
  *rem = 0;
  if (t.kind == VTYPE_REAL || r1 > most || r2 > most || r1 < -most ||
      r2 < -most)
    return;
  *mod = wide_gcd(wide_gcd(m1 * m2, m1 * r2), m2 * r1);
  *rem = r1 * r2;
  if (t.kind == VTYPE_BV)
    *mod = wide_gcd(*mod, vtype_modulus(t));
}

vset transfer_mul(vtype t, const vset *a, const vset *b, uint32_t arcs) {
  assert(arcs >= 1 && arcs <= VSET_ARCS);
  span x[SIGNED_PARTS], y[SIGNED_PARTS];
  uint32_t n = transfer_signed(t, a, x), m = transfer_signed(t, b, y);
  vset_builder out;
  vset_begin(&out, t);
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t j = 0; j < m; j++)
      add_product(&out, x[i], y[j]);
  wide mod, rem;
  product_class(t, a, b, &mod, &rem);
  out.is_mixed = true; // the class is that of unsigned values
  return vset_end(&out, mod, rem, arcs);
}

// --- division ---------------------------------------------------------------

// Adds x / y, rounded towards zero, for y on one side of zero: monotone in both
// on each side, so the corners are the extremes.
static void add_quotient(vset_builder *out, span x, span y) {
  assert(y.lo > 0 || y.hi < 0);
  wide q[] = {x.lo / y.lo, x.lo / y.hi, x.hi / y.lo, x.hi / y.hi};
  wide lo = q[0], hi = q[0];
  for (int i = 1; i < 4; i++) {
    lo = wide_min(lo, q[i]);
    hi = wide_max(hi, q[i]);
  }
  vset_add(out, lo, hi);
}

static wide magnitude(wide n) { return n < 0 ? -n : n; }

// Adds x % y, which has the sign of x and is smaller than y.
static void add_remainder(vset_builder *out, span x, span y) {
  assert(y.lo > 0 || y.hi < 0);
  assert(x.lo >= 0 || x.hi <= 0);
  wide least = wide_min(magnitude(y.lo), magnitude(y.hi));
  wide most = wide_max(magnitude(y.lo), magnitude(y.hi));
  if (least == most && x.lo / most == x.hi / most) {
    vset_add(out, x.lo % most, x.hi % most);
    return;
  }
  if (wide_max(magnitude(x.lo), magnitude(x.hi)) < least) {
    vset_add(out, x.lo, x.hi);
    return;
  }
  vset_add(out, x.lo < 0 ? wide_max(x.lo, 1 - most) : 0,
           x.hi > 0 ? wide_min(x.hi, most - 1) : 0);
}

// What SMT-LIB says of division by zero.
static void add_by_zero(vset_builder *out, term_kind kind, span x) {
  assert(x.lo <= x.hi);
  switch (kind) {
  case TERM_BVUDIV:
    vset_add(out, -1, -1);
    return;
  case TERM_BVSDIV:
    if (x.lo < 0)
      vset_add(out, 1, 1);
    if (x.hi >= 0)
      vset_add(out, -1, -1);
    return;
  default:
    vset_add(out, x.lo, x.hi);
  }
}

static void divide_spans(vset_builder *out, term_kind kind, span x, span y) {
  assert(x.lo <= x.hi && y.lo <= y.hi);
  bool is_quotient = kind == TERM_BVUDIV || kind == TERM_BVSDIV;
  span sides[2] = {{y.lo, wide_min(y.hi, -1)}, {wide_max(y.lo, 1), y.hi}};
  if (y.lo <= 0 && y.hi >= 0)
    add_by_zero(out, kind, x);
  span halves[2] = {{x.lo, wide_min(x.hi, 0)}, {wide_max(x.lo, 0), x.hi}};
  for (int i = 0; i < 2; i++) {
    if (sides[i].lo > sides[i].hi)
      continue;
    for (int j = 0; j < 2; j++) {
      if (halves[j].lo > halves[j].hi)
        continue;
      if (is_quotient)
        add_quotient(out, halves[j], sides[i]);
      else
        add_remainder(out, halves[j], sides[i]);
    }
  }
}

// x mod c keeps the class modulo the common divisor. Only for unsigned
// remainders by one number.
static void remainder_class(const transfer_op *op, const vset *a, const vset *b,
                            wide *mod, wide *rem) {
  wide c, m1, r1;
  *mod = 1;
  *rem = 0;
  if (op->kind != TERM_BVUREM || !vset_is_one(b, &c) || c == 0)
    return;
  class_of(a, &m1, &r1);
  *mod = wide_gcd(m1, c);
  *rem = r1;
}

// SMT-LIB's div and mod by a positive number, which round downwards; by zero or
// a negative one, or a set of numbers, anything.
static vset divide_integers(const transfer_op *op, const vset *a,
                            const vset *b) {
  wide c;
  if (!vset_is_one(b, &c) || c <= 0 || c >= VSET_INF)
    return vset_top(op->type);
  vset_builder out;
  vset_begin(&out, op->type);
  for (uint32_t i = 0; i < a->count; i++) {
    span x = a->part[i];
    bool is_bounded = x.lo > -VSET_INF && x.hi < VSET_INF;
    if (op->kind == TERM_INT_DIV)
      vset_add(&out, x.lo > -VSET_INF ? floor_div(x.lo, c) : -VSET_INF,
               x.hi < VSET_INF ? floor_div(x.hi, c) : VSET_INF);
    else if (is_bounded && floor_div(x.lo, c) == floor_div(x.hi, c))
      vset_add(&out, floor_mod(x.lo, c), floor_mod(x.hi, c));
    else
      vset_add(&out, 0, c - 1);
  }
  return vset_end(&out, 1, 0, op->arcs);
}

vset transfer_divide(const transfer_op *op, const vset *a, const vset *b) {
  if (op->type.kind == VTYPE_INT)
    return divide_integers(op, a, b);
  if (op->type.kind != VTYPE_BV)
    return vset_top(op->type);
  bool is_signed = op->kind == TERM_BVSDIV || op->kind == TERM_BVSREM;
  span x[SIGNED_PARTS], y[SIGNED_PARTS];
  vtype plain = {VTYPE_INT, 0};
  uint32_t n = transfer_signed(is_signed ? op->type : plain, a, x);
  uint32_t m = transfer_signed(is_signed ? op->type : plain, b, y);
  vset_builder out;
  vset_begin(&out, op->type);
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t j = 0; j < m; j++)
      divide_spans(&out, op->kind, x[i], y[j]);
  wide mod, rem;
  remainder_class(op, a, b, &mod, &rem);
  return vset_end(&out, mod, rem, op->arcs);
}
