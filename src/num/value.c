// SPDX-License-Identifier: Apache-2.0
// Making, reading, comparing and copying values.
//
// Invariant: a value has one representation. A BV of up to 64 bits is inline,
// zero above its width; a wider one has exactly the limbs of its width. An INT
// is inline if it fits int64_t. A REAL is in lowest terms, denominator > 0.
#include "num/value.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "base/hmap.h"
#include "base/unreachable.h"
#include "num/value_internal.h"

static_assert(GMP_LIMB_BITS == 64 && sizeof(long) == 8,
              "inline numbers should be one limb and one long");

static value_big *big_new(arena *mem, size_t limbs, size_t den_limbs) {
  assert(limbs <= UINT32_MAX && den_limbs <= UINT32_MAX);
  value_big *b =
      arena_alloc(mem, sizeof *b + (limbs + den_limbs) * sizeof(mp_limb_t));
  b->limbs = (uint32_t)limbs;
  b->den_limbs = (uint32_t)den_limbs;
  return b;
}

static void copy_limbs(mp_limb_t *to, mpz_srcptr n) {
  if (mpz_size(n) > 0)
    memcpy(to, mpz_limbs_read(n), mpz_size(n) * sizeof(mp_limb_t));
}

// --- making -----------------------------------------------------------------

value value_bool(bool b) { return (value){.kind = VALUE_BOOL, .bits = b}; }

value value_bv(uint32_t width, uint64_t bits) {
  assert(width >= 1 && width <= 64);
  return (value){
      .kind = VALUE_BV, .width = width, .bits = bits & bv_mask(width)};
}

value value_bv_mpz(arena *mem, uint32_t width, const mpz_t n) {
  assert(width >= 1);
  mpz_t cut;
  mpz_init(cut);
  mpz_fdiv_r_2exp(cut, n, width);
  value v;
  if (width <= 64) {
    v = value_bv(width, mpz_get_ui(cut));
  } else {
    value_big *b = big_new(mem, ((size_t)width + 63) / 64, 0);
    assert(mpz_sgn(cut) >= 0 && mpz_size(cut) <= b->limbs);
    copy_limbs(b->limb, cut);
    v = (value){.kind = VALUE_BV, .is_big = true, .width = width, .big = b};
  }
  mpz_clear(cut);
  return v;
}

value value_int(int64_t n) {
  return (value){.kind = VALUE_INT, .bits = (uint64_t)n};
}

value value_int_mpz(arena *mem, const mpz_t n) {
  if (mpz_fits_slong_p(n))
    return value_int(mpz_get_si(n));
  value_big *b = big_new(mem, mpz_size(n), 0);
  b->is_negative = mpz_sgn(n) < 0;
  copy_limbs(b->limb, n);
  return (value){.kind = VALUE_INT, .is_big = true, .big = b};
}

value value_real_mpq(arena *mem, const mpq_t q) {
  assert(mpz_sgn(mpq_denref(q)) != 0);
  mpq_t lowest;
  mpq_init(lowest);
  mpq_set(lowest, q);
  mpq_canonicalize(lowest);
  mpz_srcptr num = mpq_numref(lowest), den = mpq_denref(lowest);
  value_big *b = big_new(mem, mpz_size(num), mpz_size(den));
  b->is_negative = mpz_sgn(num) < 0;
  copy_limbs(b->limb, num);
  copy_limbs(b->limb + b->limbs, den);
  mpq_clear(lowest);
  return (value){.kind = VALUE_REAL, .is_big = true, .big = b};
}

// --- reading ----------------------------------------------------------------

static mpz_srcptr open_big(mpz_view *view, const value_big *b) {
  mp_size_t size = b->limbs;
  return mpz_roinit_n(view->z, b->limb, b->is_negative ? -size : size);
}

mpz_srcptr value_view_mpz(mpz_view *view, value v) {
  assert(v.kind == VALUE_BV || v.kind == VALUE_INT);
  if (v.is_big)
    return open_big(view, v.big);
  bool is_negative = v.kind == VALUE_INT && (int64_t)v.bits < 0;
  view->limb = is_negative ? 0 - v.bits : v.bits;
  return mpz_roinit_n(view->z, &view->limb, is_negative ? -1 : 1);
}

mpq_srcptr value_view_mpq(mpq_view *view, value v) {
  static const mp_limb_t one = 1;
  assert(v.kind == VALUE_INT || v.kind == VALUE_REAL);
  if (v.kind == VALUE_INT) {
    *mpq_numref(view->q) = *value_view_mpz(&view->num, v);
    mpz_roinit_n(mpq_denref(view->q), &one, 1);
  } else {
    const value_big *b = v.big;
    *mpq_numref(view->q) = *open_big(&view->num, b);
    mpz_roinit_n(mpq_denref(view->q), b->limb + b->limbs, b->den_limbs);
  }
  return view->q;
}

bool value_is_true(value v) {
  assert(v.kind == VALUE_BOOL);
  return v.bits != 0;
}

void value_get_mpz(value v, mpz_t out) {
  mpz_view view;
  mpz_set(out, value_view_mpz(&view, v));
}

void value_get_mpq(value v, mpq_t out) {
  mpq_view view;
  mpq_set(out, value_view_mpq(&view, v));
}

uint64_t value_get_u64(value v) {
  assert(v.kind == VALUE_BV && v.width <= 64);
  return v.bits;
}

int64_t value_get_s64(value v) {
  assert(v.kind == VALUE_BV && v.width <= 64);
  uint64_t sign = (uint64_t)1 << (v.width - 1);
  return (int64_t)((v.bits ^ sign) - sign);
}

bool value_bv_bit(value v, uint32_t i) {
  assert(v.kind == VALUE_BV && i < v.width);
  uint64_t limb = v.is_big ? v.big->limb[i / 64] : v.bits;
  return (limb >> (i % 64)) & 1;
}

// --- comparing --------------------------------------------------------------

static size_t limb_count(const value_big *b) {
  return (size_t)b->limbs + b->den_limbs;
}

static bool big_equal(const value_big *a, const value_big *b) {
  return a->limbs == b->limbs && a->den_limbs == b->den_limbs &&
         a->is_negative == b->is_negative &&
         !memcmp(a->limb, b->limb, limb_count(a) * sizeof(mp_limb_t));
}

bool value_equal(value a, value b) {
  if (a.kind != b.kind || a.width != b.width || a.is_big != b.is_big)
    return false;
  switch ((value_kind)a.kind) {
  case VALUE_NONE:
    return true;
  case VALUE_BOOL:
  case VALUE_BV:
  case VALUE_INT:
  case VALUE_REAL:
    return a.is_big ? big_equal(a.big, b.big) : a.bits == b.bits;
  case VALUE_ARRAY:
    return value_array_equal(a.array, b.array);
  }
  UNREACHABLE();
}

int value_order(value a, value b) {
  assert(a.kind == b.kind && a.width == b.width);
  switch ((value_kind)a.kind) {
  case VALUE_BOOL:
    return (a.bits > b.bits) - (a.bits < b.bits);
  case VALUE_BV:
    if (!a.is_big)
      return (a.bits > b.bits) - (a.bits < b.bits);
    return mpn_cmp(a.big->limb, b.big->limb, a.big->limbs);
  case VALUE_INT:
    if (!a.is_big && !b.is_big) {
      int64_t m = (int64_t)a.bits, n = (int64_t)b.bits;
      return (m > n) - (m < n);
    }
    mpz_view x, y;
    return mpz_cmp(value_view_mpz(&x, a), value_view_mpz(&y, b));
  case VALUE_REAL: {
    mpq_view p, q;
    return mpq_cmp(value_view_mpq(&p, a), value_view_mpq(&q, b));
  }
  case VALUE_NONE:
  case VALUE_ARRAY:
    break;
  }
  UNREACHABLE();
}

uint64_t value_hash(value v) {
  uint64_t hash = hash_mix(v.kind, v.width);
  if (v.kind == VALUE_ARRAY)
    return hash_mix(hash, value_array_hash(v.array));
  if (!v.is_big)
    return hash_mix(hash, v.bits);
  hash = hash_mix(hash, hmap_pair(v.big->limbs, v.big->is_negative));
  return hash_mix(
      hash, hash_bytes(v.big->limb, limb_count(v.big) * sizeof(mp_limb_t)));
}

value value_copy(arena *mem, value v) {
  if (v.kind == VALUE_ARRAY)
    v.array = value_array_copy(mem, v.array);
  else if (v.is_big)
    v.big = arena_copy(mem, v.big,
                       sizeof *v.big + limb_count(v.big) * sizeof(mp_limb_t));
  return v;
}
