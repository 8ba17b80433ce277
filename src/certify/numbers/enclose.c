// SPDX-License-Identifier: Apache-2.0
// Bounds of words: integers and bits (floats: enclose_float.c).
//
// Every operation is bounded for each pair of signs, where it is monotonic or
// its result does not matter; the results are joined. What is not worth bounds
// yields all words. Results that wrap around in one go keep their bounds.
#include "certify/numbers/enclose.h"

#include <assert.h>

#include "certify/numbers/enclose_internal.h"

__extension__ typedef unsigned __int128 wide_word;

static uint64_t mask_of(uint32_t width) {
  return width == 64 ? UINT64_MAX : ((uint64_t)1 << width) - 1;
}

static uint64_t half_of(uint32_t width) { return (uint64_t)1 << (width - 1); }

enclosure enclose_none(uint32_t width) { return (enclosure){.width = width}; }

enclosure enclose_all(uint32_t width) {
  enclosure a = {.width = width, .has = {true, true}};
  if (width == 0)
    return a;
  a.hi[0] = half_of(width) - 1;
  a.lo[1] = half_of(width);
  a.hi[1] = mask_of(width);
  return a;
}

// Adds words of one sign.
static void add_part(enclosure *a, int sign, uint64_t lo, uint64_t hi) {
  assert(lo <= hi);
  if (!a->has[sign] || lo < a->lo[sign])
    a->lo[sign] = lo;
  if (!a->has[sign] || hi > a->hi[sign])
    a->hi[sign] = hi;
  a->has[sign] = true;
}

void enclose_add(enclosure *a, uint64_t lo, uint64_t hi) {
  assert(a->width > 0 && lo <= hi && hi <= mask_of(a->width));
  uint64_t half = half_of(a->width);
  if (lo < half)
    add_part(a, 0, lo, hi < half ? hi : half - 1);
  if (hi >= half)
    add_part(a, 1, lo < half ? half : lo, hi);
}

enclosure enclose_one(uint32_t width, uint64_t word) {
  enclosure a = enclose_none(width);
  enclose_add(&a, word, word);
  return a;
}

bool enclose_is_one(const enclosure *a, uint64_t *word) {
  if (a->width == 0 || a->has[0] == a->has[1])
    return false;
  int sign = a->has[1];
  *word = a->lo[sign];
  return a->lo[sign] == a->hi[sign];
}

enclosure enclose_join(const enclosure *a, const enclosure *b) {
  assert(a->width == b->width);
  enclosure r = *a;
  for (int s = 0; s < 2; s++)
    if (b->has[s])
      add_part(&r, s, b->lo[s], b->hi[s]);
  return r;
}

static enclosure truth(bool can_be_false, bool can_be_true) {
  enclosure a = enclose_none(1);
  if (can_be_false)
    add_part(&a, 0, 0, 0);
  if (can_be_true)
    add_part(&a, 1, 1, 1);
  return a;
}

// --- sums and products ------------------------------------------------------

// Results before they wrap around: lo <= hi, both below 2^127.
static void add_wrapped(enclosure *r, wide_word lo, wide_word hi) {
  uint64_t mask = mask_of(r->width);
  if (lo >> r->width == hi >> r->width)
    enclose_add(r, (uint64_t)lo & mask, (uint64_t)hi & mask);
  else if (hi - lo <= mask &&
           (uint64_t)(lo >> r->width) + 1 == (uint64_t)(hi >> r->width)) {
    enclose_add(r, (uint64_t)lo & mask, mask);
    enclose_add(r, 0, (uint64_t)hi & mask);
  } else
    *r = enclose_all(r->width);
}

static void add_sum(enclosure *r, const enclosure *a, int s, const enclosure *b,
                    int t) {
  add_wrapped(r, (wide_word)a->lo[s] + b->lo[t],
              (wide_word)a->hi[s] + b->hi[t]);
}

// Of a negative number, how far it is below zero.
static void magnitudes(const enclosure *a, int sign, uint64_t *lo,
                       uint64_t *hi) {
  uint64_t mask = mask_of(a->width);
  *lo = sign ? (~a->hi[sign] & mask) + 1 : a->lo[sign];
  *hi = sign ? (~a->lo[sign] & mask) + 1 : a->hi[sign];
}

// Signed numbers by their distance from zero; those that do not fit may be any.
static void add_signed(enclosure *r, bool is_negative, wide_word lo,
                       wide_word hi) {
  uint64_t mask = mask_of(r->width);
  if (hi >= half_of(r->width))
    *r = enclose_all(r->width);
  else if (!is_negative)
    enclose_add(r, (uint64_t)lo, (uint64_t)hi);
  else if (lo > 0)
    enclose_add(r, (~(uint64_t)hi & mask) + 1, (~(uint64_t)lo & mask) + 1);
  else {
    enclose_add(r, 0, 0);
    if (hi > 0)
      enclose_add(r, (~(uint64_t)hi & mask) + 1, mask);
  }
}

static void add_product(enclosure *r, const enclosure *a, int s,
                        const enclosure *b, int t) {
  uint64_t al, ah, bl, bh;
  magnitudes(a, s, &al, &ah);
  magnitudes(b, t, &bl, &bh);
  add_signed(r, s != t, (wide_word)al * bl, (wide_word)ah * bh);
}

// Towards zero. That of the least number and -1 does not fit.
static void add_signed_quotient(enclosure *r, const enclosure *a, int s,
                                const enclosure *b, int t) {
  uint64_t al, ah, bl, bh;
  magnitudes(a, s, &al, &ah);
  magnitudes(b, t, &bl, &bh);
  if (bl == 0)
    *r = enclose_all(r->width);
  else
    add_signed(r, s != t, al / bh, ah / bl);
}

// The rests of words whose quotient by the divisor is the same: in order.
static bool has_one_quotient(uint64_t lo, uint64_t hi, uint64_t least,
                             uint64_t most) {
  return least == most && least > 0 && lo / least == hi / least;
}

// With the sign of the dividend, which is the rest if the divisor is zero or
// further from it.
static void add_signed_rest(enclosure *r, const enclosure *a, int s,
                            const enclosure *b, int t) {
  uint64_t al, ah, bl, bh;
  magnitudes(a, s, &al, &ah);
  magnitudes(b, t, &bl, &bh);
  if (bl > ah)
    add_signed(r, s, al, ah);
  else if (has_one_quotient(al, ah, bl, bh))
    add_signed(r, s, al % bl, ah % bl);
  else
    add_signed(r, s, 0, bl > 0 && bh - 1 < ah ? bh - 1 : ah);
}

static void add_quotient(enclosure *r, const enclosure *a, int s,
                         const enclosure *b, int t) {
  if (b->lo[t] == 0)
    *r = enclose_all(r->width);
  else
    enclose_add(r, a->lo[s] / b->hi[t], a->hi[s] / b->lo[t]);
}

static void add_rest(enclosure *r, const enclosure *a, int s,
                     const enclosure *b, int t) {
  uint64_t most = a->hi[s];
  if (has_one_quotient(a->lo[s], a->hi[s], b->lo[t], b->hi[t])) {
    enclose_add(r, a->lo[s] % b->lo[t], a->hi[s] % b->lo[t]);
    return;
  }
  if (b->lo[t] > a->hi[s]) {
    enclose_add(r, a->lo[s], a->hi[s]);
    return;
  }
  if (b->lo[t] > 0 && b->hi[t] - 1 < most)
    most = b->hi[t] - 1;
  enclose_add(r, 0, most);
}

// --- bits -------------------------------------------------------------------

// All ones below the first one.
static uint64_t smear(uint64_t x) {
  for (uint32_t shift = 1; shift < 64; shift *= 2)
    x |= x >> shift;
  return x;
}

// The lowest 'width' bits of words between bounds.
static void add_low_bits(enclosure *r, uint64_t lo, uint64_t hi,
                         uint32_t width) {
  uint64_t mask = mask_of(width);
  if ((lo & ~mask) == (hi & ~mask))
    enclose_add(r, lo & mask, hi & mask);
  else
    enclose_add(r, 0, mask);
}

// How many ones a word consists of that has no others above; 0: it is none.
static uint32_t low_ones(uint64_t word) {
  uint32_t n = 0;
  while (n < 64 && (word >> n & 1))
    n++;
  return n < 64 && word >> n != 0 ? 0 : n;
}

static void add_and(enclosure *r, const enclosure *a, int s, const enclosure *b,
                    int t) {
  uint32_t ones = b->lo[t] == b->hi[t] ? low_ones(b->lo[t]) : 0;
  if (ones > 0)
    add_low_bits(r, a->lo[s], a->hi[s], ones);
  else
    enclose_add(r, 0, a->hi[s] < b->hi[t] ? a->hi[s] : b->hi[t]);
}

static void add_or(enclosure *r, const enclosure *a, int s, const enclosure *b,
                   int t) {
  enclose_add(r, a->lo[s] > b->lo[t] ? a->lo[s] : b->lo[t],
              smear(a->hi[s] | b->hi[t]));
}

static void add_xor(enclosure *r, const enclosure *a, int s, const enclosure *b,
                    int t) {
  enclose_add(r, 0, smear(a->hi[s] | b->hi[t]));
}

static void add_concat(enclosure *r, const enclosure *a, int s,
                       const enclosure *b, int t) {
  enclose_add(r, a->lo[s] << b->width | b->lo[t],
              a->hi[s] << b->width | b->hi[t]);
}

static void add_shifted(enclosure *r, const enclosure *a, int s,
                        const enclosure *b, int t) {
  if (b->lo[t] != b->hi[t] || b->lo[t] >= r->width)
    *r = enclose_all(r->width);
  else if (a->hi[s] > mask_of(r->width) >> b->lo[t])
    *r = enclose_all(r->width);
  else
    enclose_add(r, a->lo[s] << b->lo[t], a->hi[s] << b->lo[t]);
}

static void add_shifted_back(enclosure *r, const enclosure *a, int s,
                             const enclosure *b, int t) {
  uint64_t lo = b->hi[t] < r->width ? a->lo[s] >> b->hi[t] : 0;
  uint64_t hi = b->lo[t] < r->width ? a->hi[s] >> b->lo[t] : 0;
  enclose_add(r, lo, hi);
}

// The sign moves in: from the left nothing but ones or zeros.
static void add_shifted_signed(enclosure *r, const enclosure *a, int s,
                               const enclosure *b, int t) {
  if (s == 0) {
    add_shifted_back(r, a, s, b, t);
    return;
  }
  uint64_t mask = mask_of(r->width);
  uint32_t last = r->width - 1;
  uint64_t least = b->lo[t] < last ? b->lo[t] : last;
  uint64_t most = b->hi[t] < last ? b->hi[t] : last;
  uint64_t lo = (~a->hi[s] & mask) >> most, hi = (~a->lo[s] & mask) >> least;
  enclose_add(r, ~hi & mask, ~lo & mask);
}

typedef void (*pair_rule)(enclosure *r, const enclosure *a, int s,
                          const enclosure *b, int t);

static pair_rule rule_of(term_kind kind) {
  switch (kind) {
  case TERM_BVADD:
    return add_sum;
  case TERM_BVMUL:
    return add_product;
  case TERM_BVUDIV:
    return add_quotient;
  case TERM_BVUREM:
    return add_rest;
  case TERM_BVSDIV:
    return add_signed_quotient;
  case TERM_BVSREM:
    return add_signed_rest;
  case TERM_BVAND:
    return add_and;
  case TERM_BVOR:
    return add_or;
  case TERM_BVXOR:
    return add_xor;
  case TERM_BVSHL:
    return add_shifted;
  case TERM_BVLSHR:
    return add_shifted_back;
  case TERM_BVASHR:
    return add_shifted_signed;
  case TERM_CONCAT:
    return add_concat;
  default:
    return NULL;
  }
}

static enclosure combine(pair_rule rule, uint32_t width, const enclosure *a,
                         const enclosure *b) {
  enclosure r = enclose_none(width);
  for (int s = 0; s < 2; s++)
    for (int t = 0; t < 2; t++)
      if (a->has[s] && b->has[t])
        rule(&r, a, s, b, t);
  return r;
}

// --- one operand ------------------------------------------------------------

static void add_extract(enclosure *r, const enclose_op *op, const enclosure *a,
                        int s) {
  enclosure low = enclose_none(op->params[0] + 1);
  add_low_bits(&low, a->lo[s], a->hi[s], low.width);
  for (int t = 0; t < 2; t++)
    if (low.has[t])
      enclose_add(r, low.lo[t] >> op->params[1], low.hi[t] >> op->params[1]);
}

static void add_negated(enclosure *r, const enclosure *a, int s) {
  uint64_t mask = mask_of(r->width);
  wide_word lo = (~a->hi[s] & mask), hi = (~a->lo[s] & mask);
  add_wrapped(r, lo + 1, hi + 1);
}

static void add_unary(enclosure *r, const enclose_op *op, const enclosure *a,
                      int s) {
  uint64_t mask = mask_of(r->width), above = mask & ~mask_of(a->width);
  switch (op->kind) {
  case TERM_NOT:
  case TERM_BVNOT:
    enclose_add(r, ~a->hi[s] & mask, ~a->lo[s] & mask);
    return;
  case TERM_BVNEG:
    add_negated(r, a, s);
    return;
  case TERM_EXTRACT:
    add_extract(r, op, a, s);
    return;
  case TERM_ZERO_EXTEND:
    enclose_add(r, a->lo[s], a->hi[s]);
    return;
  case TERM_SIGN_EXTEND:
    enclose_add(r, s ? a->lo[s] | above : a->lo[s],
                s ? a->hi[s] | above : a->hi[s]);
    return;
  default:
    *r = enclose_all(r->width);
  }
}

static enclosure map(const enclose_op *op, const enclosure *a) {
  enclosure r = enclose_none(op->width);
  for (int s = 0; s < 2; s++)
    if (a->has[s])
      add_unary(&r, op, a, s);
  return r;
}

// --- relations --------------------------------------------------------------

static enclosure equal(const enclosure *a, const enclosure *b) {
  bool can = false;
  for (int s = 0; s < 2; s++)
    can |=
        a->has[s] && b->has[s] && a->lo[s] <= b->hi[s] && b->lo[s] <= a->hi[s];
  uint64_t x, y;
  bool must = enclose_is_one(a, &x) && enclose_is_one(b, &y) && x == y;
  return truth(!must, can);
}

// Bounds in the order where words of one sign come first.
static void hull(const enclosure *a, int first, uint64_t *lo, uint64_t *hi) {
  int low = a->has[first] ? first : !first,
      high = a->has[!first] ? !first : first;
  uint64_t turn = first ? half_of(a->width) : 0;
  *lo = a->lo[low] ^ turn;
  *hi = a->hi[high] ^ turn;
}

static enclosure less(const enclosure *a, const enclosure *b, bool is_signed,
                      bool or_equal) {
  uint64_t al, ah, bl, bh;
  hull(a, is_signed, &al, &ah);
  hull(b, is_signed, &bl, &bh);
  bool can = or_equal ? al <= bh : al < bh;
  bool must = or_equal ? ah <= bl : ah < bl;
  return truth(!must, can);
}

static enclosure relate(term_kind kind, const enclosure *a,
                        const enclosure *b) {
  switch (kind) {
  case TERM_EQ:
    return equal(a, b);
  case TERM_BVULT:
    return less(a, b, false, false);
  case TERM_BVULE:
    return less(a, b, false, true);
  case TERM_BVSLT:
    return less(a, b, true, false);
  case TERM_BVSLE:
    return less(a, b, true, true);
  default:
    return enclose_all(1);
  }
}

// --- the interface ----------------------------------------------------------

static bool is_empty(const enclosure *a) { return !a->has[0] && !a->has[1]; }

enclosure enclose_apply(const enclose_op *op, const enclosure *a,
                        const enclosure *b) {
  if (op->width == 0 || a->width == 0 || (b && b->width == 0))
    return enclose_all(op->width);
  if (is_empty(a) || (b && is_empty(b)))
    return enclose_none(op->width);
  if (op->origin)
    return enclose_float(op, a, b);
  if (!b)
    return map(op, a);
  pair_rule rule = rule_of(op->kind);
  if (rule)
    return combine(rule, op->width, a, b);
  return op->width == 1 ? relate(op->kind, a, b) : enclose_all(op->width);
}
