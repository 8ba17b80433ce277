// SPDX-License-Identifier: Apache-2.0
// Values: what terms evaluate to.
//
// A Boolean, a bit-vector of any width, an integer, a rational, or a finite map
// with a default (an array). Small values are stored inline; large ones live in
// an arena that the making function is given, and are immutable. Two values
// are compared with value_equal, never field by field.
#ifndef NUM_VALUE_H
#define NUM_VALUE_H

#include <gmp.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/strbuf.h"

typedef enum {
  VALUE_NONE,
  VALUE_BOOL,
  VALUE_BV,
  VALUE_INT,
  VALUE_REAL,
  VALUE_ARRAY
} value_kind;

typedef struct value_big value_big;     // a number that is not inline
typedef struct value_array value_array; // an array

typedef struct {
  uint8_t kind;   // value_kind
  bool is_big;    // BV wider than 64 bits; INT outside int64_t; every REAL
  uint32_t width; // of a BV
  union {
    uint64_t bits; // BOOL (0 or 1); BV, zero above its width; INT as int64_t
    const value_big *big;
    const value_array *array;
  };
} value;

value value_bool(bool b);
value value_bv(uint32_t width, uint64_t bits); // width 1..64; bits are cut off
value value_bv_mpz(arena *mem, uint32_t width, const mpz_t n); // modulo 2^width
value value_int(int64_t n);
value value_int_mpz(arena *mem, const mpz_t n);
value value_real_mpq(arena *mem, const mpq_t q);

bool value_is_true(value v);            // requires BOOL
void value_get_mpz(value v, mpz_t out); // BV (unsigned), INT
void value_get_mpq(value v, mpq_t out); // REAL, INT
uint64_t value_get_u64(value v);        // BV up to 64 bits
int64_t value_get_s64(value v);         // BV up to 64 bits, sign-extended
bool value_bv_bit(value v, uint32_t i); // bit i of a BV

bool value_equal(value a, value b);
uint64_t value_hash(value v);
value value_copy(arena *mem, value v); // the same value, large parts in 'mem'

// Arrays: 'otherwise' everywhere but where stored. An index is not an array.
// Store takes logarithmic time and shares structure with the old array, the
// index and the element: their memory must last as long as the result.
// Equality is that of the functions: how an array was built does not matter.
value value_array_make(arena *mem, value otherwise);
value value_array_store(arena *mem, value array, value index, value element);
value value_array_select(value array, value index);
value value_array_default(value array);
// Calls back for each (index, element) that differs from the default, in
// increasing order of index (BV unsigned).
void value_array_each(value array,
                      void (*visit)(void *data, value index, value element),
                      void *data);

// Decimal: "17", "-3/4", "true"; BV unsigned, or signed if asked. An array is
// "{0: 5, 3: 7, otherwise: 0}".
void value_print(value v, bool is_signed, strbuf *out);
// "#b0101", "(- 3)", "(/ 3.0 4.0)"; BV of 8 and more bits in hexadecimal where
// that fits. Not an array: the value alone does not know its sort.
void value_print_smt2(value v, strbuf *out);

#endif
