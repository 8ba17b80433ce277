// SPDX-License-Identifier: Apache-2.0
// The operators by group, for transfer.c and transfer_back.c alone.
#ifndef DOMAIN_TRANSFER_INTERNAL_H
#define DOMAIN_TRANSFER_INTERNAL_H

#include "domain/transfer.h"

vset transfer_add(vtype t, const vset *a, const vset *b, uint32_t arcs);
vset transfer_neg(vtype t, const vset *a, uint32_t arcs);
vset transfer_mul(vtype t, const vset *a, const vset *b, uint32_t arcs);
// Quotients and remainders; 'kind' says which.
vset transfer_divide(const transfer_op *op, const vset *a, const vset *b);
vset transfer_bitwise(const transfer_op *op, const vset *a, const vset *b);
vset transfer_shift(const transfer_op *op, const vset *a, const vset *b);
vset transfer_reshape(const transfer_op *op, const vset *a, const vset *b);
// Operations with an origin.
vset transfer_float(const transfer_op *op, const vset *a, const vset *b);
void transfer_float_back(const transfer_op *op, const vset *result, vset *a,
                         vset *b);

static inline wide wide_min(wide a, wide b) { return a < b ? a : b; }
static inline wide wide_max(wide a, wide b) { return a > b ? a : b; }

static inline wide floor_div(wide a, wide b) {
  wide q = a / b;
  return q * b != a && (a < 0) != (b < 0) ? q - 1 : q;
}

static inline wide floor_mod(wide a, wide b) { // b > 0: in [0, b)
  wide r = a % b;
  return r < 0 ? r + b : r;
}

// The class of a set, with modulus 0 for a single number.
static inline void class_of(const vset *a, wide *mod, wide *rem) {
  *mod = vset_is_one(a, rem) ? 0 : a->mod;
  if (*mod != 0)
    *rem = a->rem;
}

static inline wide wide_gcd(wide a, wide b) {
  a = a < 0 ? -a : a;
  b = b < 0 ? -b : b;
  while (b) {
    wide r = a % b;
    a = b;
    b = r;
  }
  return a;
}

#endif
