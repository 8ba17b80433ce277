// SPDX-License-Identifier: Apache-2.0
// Bitwise operators, shifts, and operators that cut or extend bit-vectors.
//
// Few values are enumerated. For ranges, the bounds of and, or and xor are
// exact (H. Warren: Hacker's Delight, section 4-3): going down from the highest
// bit, a bound may be improved where one operand has freedom left.
#include <assert.h>

#include "base/unreachable.h"
#include "domain/transfer_internal.h"

enum { ENUMERATED = 64 };

typedef struct {
  uint64_t lo, hi;
} range;

// --- bounds of and, or ------------------------------------------------------

// The least x | y. Where exactly one of the least values has a bit, the other
// operand may rise to it and be zero below, if its range allows.
static uint64_t least_or(range x, range y, uint64_t top) {
  assert(x.lo <= x.hi && y.lo <= y.hi);
  for (uint64_t bit = top; bit; bit >>= 1) {
    if (~x.lo & y.lo & bit) {
      uint64_t raised = (x.lo | bit) & -bit;
      if (raised <= x.hi) {
        x.lo = raised;
        break;
      }
    } else if (x.lo & ~y.lo & bit) {
      uint64_t raised = (y.lo | bit) & -bit;
      if (raised <= y.hi) {
        y.lo = raised;
        break;
      }
    }
  }
  return x.lo | y.lo;
}

// The greatest x | y. Where both of the greatest values have a bit, one of them
// may go without it and be all ones below.
static uint64_t greatest_or(range x, range y, uint64_t top) {
  assert(x.lo <= x.hi && y.lo <= y.hi);
  for (uint64_t bit = top; bit; bit >>= 1) {
    if (!(x.hi & y.hi & bit))
      continue;
    uint64_t lowered = (x.hi - bit) | (bit - 1);
    if (lowered >= x.lo) {
      x.hi = lowered;
      break;
    }
    lowered = (y.hi - bit) | (bit - 1);
    if (lowered >= y.lo) {
      y.hi = lowered;
      break;
    }
  }
  return x.hi | y.hi;
}

static range complement(range x, uint64_t mask) {
  assert(x.lo <= x.hi && x.hi <= mask);
  return (range){~x.hi & mask, ~x.lo & mask};
}

static range or_range(range x, range y, uint64_t mask) {
  uint64_t top = mask - (mask >> 1);
  return (range){least_or(x, y, top), greatest_or(x, y, top)};
}

static range and_range(range x, range y, uint64_t mask) {
  range none = or_range(complement(x, mask), complement(y, mask), mask);
  return complement(none, mask);
}

// x ^ y = (x & ~y) | (~x & y), whose halves share no bit; treated as any or.
static range xor_range(range x, range y, uint64_t mask) {
  range a = and_range(x, complement(y, mask), mask);
  range b = and_range(complement(x, mask), y, mask);
  return or_range(a, b, mask);
}

// --- bitwise ----------------------------------------------------------------

static uint64_t apply_bitwise(term_kind kind, uint64_t x, uint64_t y) {
  switch (kind) {
  case TERM_BVAND:
    return x & y;
  case TERM_BVOR:
    return x | y;
  case TERM_BVXOR:
    return x ^ y;
  default:
    UNREACHABLE();
  }
}

static range range_bitwise(term_kind kind, range x, range y, uint64_t mask) {
  assert(x.hi <= mask && y.hi <= mask);
  switch (kind) {
  case TERM_BVAND:
    return and_range(x, y, mask);
  case TERM_BVOR:
    return or_range(x, y, mask);
  case TERM_BVXOR:
    return xor_range(x, y, mask);
  default:
    UNREACHABLE();
  }
}

static uint64_t low_ones(uint32_t n) {
  assert(n <= 64);
  return n >= 64 ? UINT64_MAX : ((uint64_t)1 << n) - 1;
}

// Low bits that all elements share, and how many they are.
static uint32_t known_low(const vset *a, uint32_t width, uint64_t *bits) {
  assert(width >= 1 && width <= 64);
  wide mod, rem;
  class_of(a, &mod, &rem);
  *bits = (uint64_t)rem;
  uint32_t n = 0;
  while (n < width && (mod == 0 || mod % ((wide)1 << (n + 1)) == 0))
    n++;
  *bits &= low_ones(n);
  return n;
}

// Zeros that an and needs to know on one side only.
static uint32_t low_zeros(const vset *a, uint32_t width) {
  assert(!vset_is_empty(a));
  uint64_t bits;
  uint32_t n = known_low(a, width, &bits), zeros = 0;
  while (zeros < n && !(bits >> zeros & 1))
    zeros++;
  return zeros;
}

static void bitwise_class(const transfer_op *op, const vset *a, const vset *b,
                          wide *mod, wide *rem) {
  uint64_t x, y;
  uint32_t w = op->type.width;
  uint32_t n = known_low(a, w, &x), m = known_low(b, w, &y);
  uint32_t both = n < m ? n : m;
  uint64_t bits = apply_bitwise(op->kind, x, y) & low_ones(both);
  if (op->kind == TERM_BVAND) {
    uint32_t p = low_zeros(a, w), q = low_zeros(b, w);
    uint32_t zeros = p > q ? p : q;
    if (zeros > both) {
      both = zeros;
      bits = 0;
    }
  }
  *mod = (wide)1 << both;
  *rem = (wide)bits;
}

static bool enumerate(const transfer_op *op, const vset *a, const vset *b,
                      vset_builder *out) {
  uint32_t n = vset_count(a, ENUMERATED), m = vset_count(b, ENUMERATED);
  if (n * m > ENUMERATED)
    return false;
  wide x[ENUMERATED + 1], y[ENUMERATED + 1];
  vset_list(a, x, ENUMERATED);
  vset_list(b, y, ENUMERATED);
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t j = 0; j < m; j++) {
      wide z = (wide)apply_bitwise(op->kind, (uint64_t)x[i], (uint64_t)y[j]);
      vset_add(out, z, z);
    }
  return true;
}

vset transfer_bitwise(const transfer_op *op, const vset *a, const vset *b) {
  assert(op->type.kind == VTYPE_BV);
  vset_builder out;
  vset_begin(&out, op->type);
  uint64_t mask = (uint64_t)vtype_greatest(op->type);
  bool is_done = enumerate(op, a, b, &out);
  for (uint32_t i = 0; i < a->count && !is_done; i++)
    for (uint32_t j = 0; j < b->count; j++) {
      range x = {(uint64_t)a->part[i].lo, (uint64_t)a->part[i].hi};
      range y = {(uint64_t)b->part[j].lo, (uint64_t)b->part[j].hi};
      range z = range_bitwise(op->kind, x, y, mask);
      vset_add(&out, (wide)z.lo, (wide)z.hi);
    }
  wide mod, rem;
  bitwise_class(op, a, b, &mod, &rem);
  return vset_end(&out, mod, rem, op->arcs);
}

// --- shifts -----------------------------------------------------------------

static void add_shifted(const transfer_op *op, vset_builder *out, span x,
                        uint32_t by) {
  uint32_t w = op->type.width;
  switch (op->kind) {
  case TERM_BVSHL:
    if (by >= w)
      vset_add(out, 0, 0);
    else
      vset_add(out, x.lo * ((wide)1 << by), x.hi * ((wide)1 << by));
    return;
  case TERM_BVLSHR:
    vset_add(out, by >= w ? 0 : x.lo >> by, by >= w ? 0 : x.hi >> by);
    return;
  case TERM_BVASHR:
    by = by >= w ? w - 1 : by;
    vset_add(out, floor_div(x.lo, (wide)1 << by),
             floor_div(x.hi, (wide)1 << by));
    return;
  default:
    UNREACHABLE();
  }
}

// Every amount from the least to the greatest that makes a difference.
vset transfer_shift(const transfer_op *op, const vset *a, const vset *b) {
  assert(op->type.kind == VTYPE_BV);
  if (vset_is_empty(a) || vset_is_empty(b))
    return vset_empty();
  uint32_t w = op->type.width;
  uint32_t first = (uint32_t)wide_min(vset_least(b), w);
  uint32_t last = (uint32_t)wide_min(vset_greatest(b), w);
  if (op->kind == TERM_BVSHL && first == last && first < w) {
    vset factor = vset_one((wide)1 << first);
    return transfer_mul(op->type, a, &factor, op->arcs);
  }
  span x[SIGNED_PARTS];
  vtype plain = {VTYPE_INT, 0};
  uint32_t n =
      transfer_signed(op->kind == TERM_BVLSHR ? plain : op->type, a, x);
  vset_builder out;
  vset_begin(&out, op->type);
  for (uint32_t by = first; by <= last; by++)
    for (uint32_t i = 0; i < n; i++)
      add_shifted(op, &out, x[i], by);
  wide mod = 1;
  if (op->kind == TERM_BVSHL) // at least so many zeros
    mod = (wide)1 << (first < w ? first : w);
  out.is_mixed = true;
  return vset_end(&out, mod, 0, op->arcs);
}

// --- cutting and extending --------------------------------------------------

static vset extract(const transfer_op *op, const vset *a) {
  assert(op->params[0] >= op->params[1]);
  uint32_t low = op->params[1];
  wide mod, rem;
  class_of(a, &mod, &rem);
  vset_builder out;
  vset_begin(&out, op->type);
  for (uint32_t i = 0; i < a->count; i++)
    vset_add(&out, a->part[i].lo >> low, a->part[i].hi >> low);
  if (low == 0)
    return vset_end(&out, mod, rem, op->arcs);
  return vset_end(&out, 1, 0, op->arcs);
}

static vset extend(const transfer_op *op, const vset *a) {
  bool is_signed = op->kind == TERM_SIGN_EXTEND;
  span x[SIGNED_PARTS];
  vtype plain = {VTYPE_INT, 0};
  uint32_t n = transfer_signed(is_signed ? op->args[0] : plain, a, x);
  vset_builder out;
  vset_begin(&out, op->type);
  for (uint32_t i = 0; i < n; i++)
    vset_add(&out, x[i].lo, x[i].hi);
  wide mod, rem;
  class_of(a, &mod, &rem);
  wide half = vtype_modulus(op->args[0]) / 2;
  if (is_signed && n > 0 && vset_greatest(a) >= half) {
    // The class is that of unsigned values: what 2^w leaves of it.
    mod = wide_gcd(mod, vtype_modulus(op->args[0]));
    out.is_mixed = true;
  }
  return vset_end(&out, mod, rem, op->arcs);
}

static vset concat(const transfer_op *op, const vset *a, const vset *b) {
  vset_builder out;
  vset_begin(&out, op->type);
  wide factor = vtype_modulus(op->args[1]);
  for (uint32_t i = 0; i < a->count; i++)
    for (uint32_t j = 0; j < b->count; j++)
      if (a->part[i].lo == a->part[i].hi)
        vset_add(&out, a->part[i].lo * factor + b->part[j].lo,
                 a->part[i].lo * factor + b->part[j].hi);
      else
        vset_add(&out, a->part[i].lo * factor + vset_least(b),
                 a->part[i].hi * factor + vset_greatest(b));
  wide m1, r1, m2, r2;
  class_of(a, &m1, &r1);
  class_of(b, &m2, &r2);
  return vset_end(&out, wide_gcd(m1 * factor, m2), r1 * factor + r2, op->arcs);
}

vset transfer_reshape(const transfer_op *op, const vset *a, const vset *b) {
  if (vset_is_empty(a))
    return vset_empty();
  switch (op->kind) {
  case TERM_EXTRACT:
    return extract(op, a);
  case TERM_ZERO_EXTEND:
  case TERM_SIGN_EXTEND:
    return extend(op, a);
  case TERM_CONCAT:
    return concat(op, a, b);
  default:
    UNREACHABLE();
  }
}
