// SPDX-License-Identifier: Apache-2.0
// The textbook circuits, chosen for the SAT solver and not for depth: ripple
// carry (fewest gates, and unit propagation runs along the chain), array
// multiplication, restoring division, barrel shifting. Constants need no cases
// of their own, because the graph folds them; only the multiplier recodes a
// constant into signed digits where that saves rows.
#include "sat/circuit.h"

#include "base/mem.h"
#include "base/unreachable.h"

void circuit_add(aig *g, const aig_lit *a, const aig_lit *b, aig_lit carry,
                 uint32_t n, aig_lit *out) {
  for (uint32_t i = 0; i < n; i++) {
    aig_lit x = a[i], y = b[i];
    out[i] = aig_xor(g, aig_xor(g, x, y), carry);
    if (i + 1 < n)
      carry = aig_carry(g, x, y, carry);
  }
}

// a - b = a + !b + 1. The result also says through *above whether a >= b.
static void subtract(aig *g, const aig_lit *a, const aig_lit *b, uint32_t n,
                     aig_lit *out, aig_lit *above) {
  aig_lit carry = AIG_TRUE;
  for (uint32_t i = 0; i < n; i++) {
    aig_lit x = a[i], y = aig_not(b[i]);
    out[i] = aig_xor(g, aig_xor(g, x, y), carry);
    if (i + 1 < n || above)
      carry = aig_carry(g, x, y, carry);
  }
  if (above)
    *above = carry;
}

void circuit_subtract(aig *g, const aig_lit *a, const aig_lit *b, uint32_t n,
                      aig_lit *out) {
  subtract(g, a, b, n, out, NULL);
}

void circuit_negate_if(aig *g, aig_lit condition, const aig_lit *a, uint32_t n,
                       aig_lit *out) {
  aig_lit carry = condition;
  for (uint32_t i = 0; i < n; i++) {
    aig_lit x = aig_xor(g, a[i], condition);
    out[i] = aig_xor(g, x, carry);
    carry = aig_and(g, x, carry);
  }
}

void circuit_mux(aig *g, aig_lit condition, const aig_lit *yes,
                 const aig_lit *no, uint32_t n, aig_lit *out) {
  for (uint32_t i = 0; i < n; i++)
    out[i] = aig_mux(g, condition, yes[i], no[i]);
}

// --- comparison ----------------------------------------------------------

aig_lit circuit_equal(aig *g, const aig_lit *a, const aig_lit *b, uint32_t n) {
  // Constants that differ decide before any gate is made.
  for (uint32_t i = 0; i < n; i++)
    if (a[i] == aig_not(b[i]))
      return AIG_FALSE;
  aig_lit all = AIG_TRUE;
  for (uint32_t i = 0; i < n; i++)
    all = aig_and(g, all, aig_iff(g, a[i], b[i]));
  return all;
}

// From the lowest bit up: the highest bit that differs decides.
static aig_lit less_step(aig *g, aig_lit a, aig_lit b, aig_lit below) {
  aig_lit smaller = aig_and(g, aig_not(a), b);
  aig_lit larger = aig_and(g, a, aig_not(b));
  return aig_or(g, smaller, aig_and(g, aig_not(larger), below));
}

aig_lit circuit_less(aig *g, const aig_lit *a, const aig_lit *b, uint32_t n) {
  aig_lit less = AIG_FALSE;
  for (uint32_t i = 0; i < n; i++)
    less = less_step(g, a[i], b[i], less);
  return less;
}

aig_lit circuit_less_signed(aig *g, const aig_lit *a, const aig_lit *b,
                            uint32_t n) {
  assert(n >= 1);
  aig_lit less = circuit_less(g, a, b, n - 1);
  return less_step(g, b[n - 1], a[n - 1], less); // a sign bit counts downwards
}

// --- multiplication ------------------------------------------------------

static uint32_t count_constant(const aig_lit *a, uint32_t n) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < n; i++)
    count += aig_is_constant(a[i]) ? 1 : 0;
  return count;
}

// out += (digit and a), all of n bits; 'row' is scratch.
static void add_row(aig *g, const aig_lit *a, aig_lit digit, uint32_t n,
                    aig_lit *row, aig_lit *out) {
  if (digit == AIG_FALSE)
    return;
  for (uint32_t i = 0; i < n; i++)
    row[i] = aig_and(g, a[i], digit);
  circuit_add(g, out, row, AIG_FALSE, n, out);
}

// Canonical signed digits of a constant: no two neighbors are non-zero, so n
// bits have at most n / 2 + 1 of them. Returns digit i (-1, 0 or 1) and keeps
// *carry, which starts as false at i = 0.
static int signed_digit(const aig_lit *constant, uint32_t i, uint32_t n,
                        bool *carry) {
  bool bit = constant[i] == AIG_TRUE;
  if (bit == *carry) // together 0 or 2: the carry stays
    return 0;
  *carry = i + 1 < n && constant[i + 1] == AIG_TRUE;
  return *carry ? -1 : 1;
}

// Is it less work to use signed digits than the bits as they are? A first digit
// of -1 costs one row more, as nothing is there yet to subtract from.
static bool signed_digits_pay(const aig_lit *constant, uint32_t n) {
  uint32_t rows = 0, ones = 0;
  bool carry = false;
  for (uint32_t i = 0; i < n; i++) {
    int digit = signed_digit(constant, i, n, &carry);
    rows += digit != 0 ? (digit < 0 && rows == 0 ? 2 : 1) : 0;
    ones += constant[i] == AIG_TRUE ? 1 : 0;
  }
  return rows < ones;
}

static void multiply_by_constant(aig *g, const aig_lit *a,
                                 const aig_lit *constant, uint32_t n,
                                 aig_lit *out) {
  bool carry = false;
  for (uint32_t i = 0; i < n; i++) {
    int digit = signed_digit(constant, i, n, &carry);
    if (digit < 0)
      circuit_subtract(g, out + i, a, n - i, out + i);
    else if (digit > 0)
      circuit_add(g, out + i, a, AIG_FALSE, n - i, out + i);
  }
}

static void multiply(aig *g, const aig_lit *a, const aig_lit *b, uint32_t n,
                     aig_lit *out) {
  if (count_constant(a, n) > count_constant(b, n)) {
    const aig_lit *swap = a;
    a = b;
    b = swap;
  }
  for (uint32_t i = 0; i < n; i++)
    out[i] = AIG_FALSE;
  if (count_constant(b, n) == n && signed_digits_pay(b, n)) {
    multiply_by_constant(g, a, b, n, out);
    return;
  }
  aig_lit *row = mem_alloc(n * sizeof *row);
  for (uint32_t i = 0; i < n; i++)
    add_row(g, a, b[i], n - i, row, out + i);
  mem_free(row);
}

// The bits of a number in two's complement without copies of its sign: C
// computes in int what a program has in char.
static uint32_t signed_length(const aig_lit *a, uint32_t n) {
  while (n > 1 && a[n - 1] == a[n - 2])
    n--;
  return n;
}

static void extend_sign(aig_lit *a, uint32_t from, uint32_t n) {
  assert(from >= 1);
  for (uint32_t i = from; i < n; i++)
    a[i] = a[from - 1];
}

static uint32_t smaller(uint32_t a, uint32_t b) { return a < b ? a : b; }
static uint32_t larger(uint32_t a, uint32_t b) { return a > b ? a : b; }

// A product has no more bits than its factors together.
void circuit_multiply(aig *g, const aig_lit *a, const aig_lit *b, uint32_t n,
                      aig_lit *out) {
  assert(n >= 1 && out != a && out != b);
  uint32_t used = smaller(n, signed_length(a, n) + signed_length(b, n));
  multiply(g, a, b, used, out);
  extend_sign(out, used, n);
}

// --- division ------------------------------------------------------------

// The bits of b without its leading constant zeros.
static uint32_t length_of(const aig_lit *b, uint32_t n) {
  while (n > 0 && b[n - 1] == AIG_FALSE)
    n--;
  return n;
}

// What a division works with; all arrays have length + 1 entries.
typedef struct {
  uint32_t length; // of the divisor
  aig_lit *divisor;
  aig_lit *above; // above[i]: some bit of the divisor from i on is one
  aig_lit *part;  // the partial remainder
  aig_lit *less;  // the same without the divisor
} divider;

static void open_divider(aig *g, divider *d, const aig_lit *b, uint32_t n) {
  uint32_t length = length_of(b, n), size = length + 1;
  aig_lit *all = mem_alloc(4 * size * sizeof *all); // zero is AIG_FALSE
  *d = (divider){length, all, all + size, all + 2 * size, all + 3 * size};
  for (uint32_t i = length; i-- > 0;) {
    d->divisor[i] = b[i];
    d->above[i] = aig_or(g, b[i], d->above[i + 1]);
  }
}

// Takes in the t-th bit of the dividend (t from 1); returns the quotient's bit.
static aig_lit divide_step(aig *g, divider *d, aig_lit bit, uint32_t t) {
  assert(t >= 1);
  for (uint32_t i = d->length; i > 0; i--)
    d->part[i] = d->part[i - 1];
  d->part[0] = bit;
  uint32_t used = t <= d->length ? t : d->length + 1;
  aig_lit fits;
  subtract(g, d->part, d->divisor, used, d->less, &fits);
  if (used < d->length) // else a divisor so large never fits
    fits = aig_and(g, fits, aig_not(d->above[used]));
  uint32_t kept = t < d->length ? t : d->length;
  circuit_mux(g, fits, d->less, d->part, kept, d->part);
  return fits;
}

// Restoring division: bits of a enter the partial remainder from the top; b is
// taken off where it fits. After t bits the partial remainder is below 2^t, and
// below b, so it is never held in more bits than these bounds say: a general
// division subtracts n / 2 bits on average, and one by a small constant takes
// time linear in n.
//
// With b = 0 everything fits and nothing is taken off: the quotient is all
// ones, as SMT-LIB wants. The remainder then is a, of which a short divisor's
// partial remainder has lost the top.
aig_lit circuit_divide(aig *g, const aig_lit *a, const aig_lit *b, uint32_t n,
                       aig_lit *quotient, aig_lit *remainder) {
  assert(n >= 1 && quotient != remainder);
  divider d;
  open_divider(g, &d, b, n);
  for (uint32_t i = n; i-- > 0;)
    quotient[i] = divide_step(g, &d, a[i], n - i);
  aig_lit some = d.above[0];
  for (uint32_t i = 0; i < n; i++)
    remainder[i] = i < d.length ? d.part[i] : AIG_FALSE;
  if (d.length < n)
    circuit_mux(g, some, remainder, a, n, remainder);
  mem_free(d.divisor);
  return aig_or(g, aig_not(some), circuit_less(g, remainder, b, n));
}

static aig_lit divide_signed(aig *g, const aig_lit *a, const aig_lit *b,
                             uint32_t n, aig_lit *quotient,
                             aig_lit *remainder) {
  aig_lit sign_a = a[n - 1], sign_b = b[n - 1];
  aig_lit *size_a = mem_alloc(2 * n * sizeof *size_a), *size_b = size_a + n;
  circuit_negate_if(g, sign_a, a, n, size_a);
  circuit_negate_if(g, sign_b, b, n, size_b);
  aig_lit fact = circuit_divide(g, size_a, size_b, n, quotient, remainder);
  circuit_negate_if(g, aig_xor(g, sign_a, sign_b), quotient, n, quotient);
  circuit_negate_if(g, sign_a, remainder, n, remainder);
  mem_free(size_a);
  return fact;
}

// One bit more than the operands have: the smallest number by -1.
aig_lit circuit_divide_signed(aig *g, const aig_lit *a, const aig_lit *b,
                              uint32_t n, aig_lit *quotient,
                              aig_lit *remainder) {
  assert(n >= 1 && quotient != remainder);
  uint32_t length = larger(signed_length(a, n), signed_length(b, n));
  uint32_t used = smaller(n, length + 1);
  aig_lit fact = divide_signed(g, a, b, used, quotient, remainder);
  extend_sign(quotient, used, n);
  extend_sign(remainder, used, n);
  return fact;
}

// --- shifting ------------------------------------------------------------

// What stands at place i of 'from' moved by 'distance'.
static aig_lit moved_bit(circuit_shift_kind kind, const aig_lit *from,
                         uint32_t n, uint32_t i, uint32_t distance) {
  switch (kind) {
  case CIRCUIT_SHL:
    return i >= distance ? from[i - distance] : AIG_FALSE;
  case CIRCUIT_LSHR:
    return distance < n - i ? from[i + distance] : AIG_FALSE;
  case CIRCUIT_ASHR:
    return distance < n - i ? from[i + distance] : from[n - 1];
  }
  UNREACHABLE();
}

void circuit_shift(aig *g, circuit_shift_kind kind, const aig_lit *a,
                   const aig_lit *amount, uint32_t n, aig_lit *out) {
  assert(n >= 1 && out != a && out != amount);
  aig_lit fill = kind == CIRCUIT_ASHR ? a[n - 1] : AIG_FALSE;
  aig_lit *from = mem_alloc(n * sizeof *from);
  for (uint32_t i = 0; i < n; i++)
    out[i] = a[i];
  uint32_t stage = 0;
  for (; stage < n && ((uint64_t)1 << stage) < n; stage++) {
    for (uint32_t i = 0; i < n; i++)
      from[i] = out[i];
    for (uint32_t i = 0; i < n; i++)
      out[i] = aig_mux(g, amount[stage],
                       moved_bit(kind, from, n, i, 1u << stage), from[i]);
  }
  // Any higher bit of the amount moves everything out.
  aig_lit beyond = AIG_FALSE;
  for (; stage < n; stage++)
    beyond = aig_or(g, beyond, amount[stage]);
  for (uint32_t i = 0; i < n; i++)
    out[i] = aig_mux(g, beyond, fill, out[i]);
  mem_free(from);
}
