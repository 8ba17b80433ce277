// SPDX-License-Identifier: Apache-2.0
// Sums are taken apart with an explicit stack. Coefficients are kept modulo
// 2^width; a base whose coefficients cancel is dropped.
#include "smt/linear.h"

#include <assert.h>

// Sums longer than this are left as they are: normal forms of long chains of
// sums would cost quadratic time.
enum { MAX_PARTS = 48, MAX_VISITS = 200 };

void linear_free(linear *l) { vec_free(&l->parts); }

static uint64_t mask_of(uint32_t width) {
  assert(width >= 1 && width <= 64);
  return width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}

static bool add_part(linear *l, term base, uint64_t coefficient) {
  assert(l->width >= 1 && l->width <= 64);
  coefficient &= mask_of(l->width);
  uint32_t i = 0;
  while (i < l->parts.len && l->parts.data[i].base.id < base.id)
    i++;
  bool is_there = i < l->parts.len && term_eq(l->parts.data[i].base, base);
  if (is_there) {
    uint64_t *c = &l->parts.data[i].coefficient;
    *c = (*c + coefficient) & mask_of(l->width);
    if (*c != 0)
      return true;
    for (; i + 1 < l->parts.len; i++)
      l->parts.data[i] = l->parts.data[i + 1];
    l->parts.len--;
    return true;
  }
  if (coefficient == 0)
    return true;
  if (l->parts.len == MAX_PARTS)
    return false;
  vec_push(&l->parts, ((linear_part){base, coefficient}));
  for (uint32_t k = l->parts.len - 1; k > i; k--) {
    linear_part moved = l->parts.data[k];
    l->parts.data[k] = l->parts.data[k - 1];
    l->parts.data[k - 1] = moved;
  }
  return true;
}

static void add_constant(linear *l, uint64_t n) {
  l->constant = (l->constant + n) & mask_of(l->width);
}

static uint64_t bits_of(const terms *tt, term t) {
  assert(term_is_value(tt, t));
  return value_get_u64(term_get_value(tt, t));
}

// ite(c, a, b) between constants is b + (a - b) * [c].
static bool add_choice(const terms *tt, linear *l, term t, uint64_t factor) {
  assert(term_get_kind(tt, t) == TERM_ITE);
  term yes = term_arg(tt, t, 1), no = term_arg(tt, t, 2);
  if (!term_is_value(tt, yes) || !term_is_value(tt, no))
    return add_part(l, t, factor);
  uint64_t a = bits_of(tt, yes), b = bits_of(tt, no);
  add_constant(l, factor * b);
  return add_part(l, term_arg(tt, t, 0), factor * (a - b));
}

typedef struct {
  term t;
  uint64_t factor;
} summand;

typedef VEC(summand) summand_list;

// One summand: takes it apart onto the stack, or adds it.
static bool add_summand(const terms *tt, linear *l, summand s,
                        summand_list *stack) {
  uint32_t arity = term_arity(tt, s.t);
  switch (term_get_kind(tt, s.t)) {
  case TERM_VALUE:
    add_constant(l, s.factor * bits_of(tt, s.t));
    return true;
  case TERM_BVADD:
    for (uint32_t i = 0; i < arity; i++)
      vec_push(stack, ((summand){term_arg(tt, s.t, i), s.factor}));
    return true;
  case TERM_BVNEG:
    vec_push(stack, ((summand){term_arg(tt, s.t, 0), (uint64_t)0 - s.factor}));
    return true;
  case TERM_BVMUL:
    for (uint32_t i = 0; arity == 2 && i < 2; i++)
      if (term_is_value(tt, term_arg(tt, s.t, i))) {
        uint64_t k = bits_of(tt, term_arg(tt, s.t, i));
        vec_push(stack, ((summand){term_arg(tt, s.t, 1 - i), s.factor * k}));
        return true;
      }
    return add_part(l, s.t, s.factor);
  case TERM_ITE:
    return add_choice(tt, l, s.t, s.factor);
  default:
    return add_part(l, s.t, s.factor);
  }
}

bool linear_add(const terms *tt, linear *l, term t, uint64_t factor) {
  if (l->width > 64)
    return false;
  assert(term_width(tt, t) == l->width);
  summand_list stack = {0};
  vec_push(&stack, ((summand){t, factor}));
  uint32_t visits = 0;
  bool ok = true;
  while (ok && stack.len > 0) {
    summand s = vec_pop(&stack);
    ok = ++visits <= MAX_VISITS && add_summand(tt, l, s, &stack);
  }
  vec_free(&stack);
  return ok;
}

static term part_term(terms *tt, const linear *l, term base, uint64_t c) {
  assert(c != 0);
  c &= mask_of(l->width);
  term k = term_bv(tt, l->width, c);
  if (term_is_bool(tt, base))
    return term_ite(tt, base, k, term_bv(tt, l->width, 0));
  return c == 1 ? base : term_bvmul(tt, k, base);
}

static bool is_negative(const linear *l, uint64_t c) {
  assert(c != 0);
  return (c >> (l->width - 1) & 1) != 0;
}

term linear_half(terms *tt, const linear *l, bool negative) {
  term sum = TERM_NONE;
  for (uint32_t i = 0; i < l->parts.len; i++) {
    uint64_t c = l->parts.data[i].coefficient;
    if (is_negative(l, c) != negative)
      continue;
    term t =
        part_term(tt, l, l->parts.data[i].base, negative ? (uint64_t)0 - c : c);
    sum = term_is_none(sum) ? t : term_bvadd(tt, sum, t);
  }
  return term_is_none(sum) ? term_bv(tt, l->width, 0) : sum;
}

term linear_term(terms *tt, const linear *l) {
  term sum =
      term_bvsub(tt, linear_half(tt, l, false), linear_half(tt, l, true));
  return term_bvadd(tt, sum, term_bv(tt, l->width, l->constant));
}
