// SPDX-License-Identifier: Apache-2.0
// How large values are stored. Internal to num.
#ifndef NUM_VALUE_INTERNAL_H
#define NUM_VALUE_INTERNAL_H

#include "num/value.h"

// A number in limbs, least significant first. GMP reads it in place, so a
// value owns no GMP memory and an arena can drop it.
struct value_big {
  uint32_t limbs;     // of a BV (all of its width), an INT, a numerator
  uint32_t den_limbs; // of a REAL's denominator, which follows; else 0
  bool is_negative;   // INT, REAL
  mp_limb_t limb[];
};

// A read-only mpz over a value. It points into itself and into the value:
// never copied, never cleared.
typedef struct {
  mpz_t z;
  mp_limb_t limb;
} mpz_view;

// BV (unsigned) or INT.
mpz_srcptr value_view_mpz(mpz_view *view, value v);

typedef struct {
  mpq_t q;
  mpz_view num, den;
} mpq_view;

// INT or REAL.
mpq_srcptr value_view_mpq(mpq_view *view, value v);

// Total order on values of one sort, not for arrays: false < true, BV
// unsigned, numbers by size. <0, 0, >0.
int value_order(value a, value b);

// The array part of the functions of value.h of the same name.
bool value_array_equal(const value_array *a, const value_array *b);
uint64_t value_array_hash(const value_array *a);
const value_array *value_array_copy(arena *mem, const value_array *a);

static inline uint64_t bv_mask(uint32_t width) {
  return width >= 64 ? UINT64_MAX : ((uint64_t)1 << width) - 1;
}

#endif
