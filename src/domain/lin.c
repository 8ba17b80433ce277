// SPDX-License-Identifier: Apache-2.0
// Sums, differences, negations and products with a constant are looked through
// with an explicit stack. A term with too many parts, or over integers with too
// large factors, has no linear form here.
#include "domain/lin.h"

#include <assert.h>

#include "base/hmap.h"

// Sums that are looked through, and factors of integers.
enum { LIN_STEPS = 24 };
#define FACTOR_MOST ((wide)1 << 40)

// The representative of smallest magnitude.
static wide reduce(vtype t, wide n) {
  if (t.kind != VTYPE_BV)
    return n;
  wide modulus = vtype_modulus(t), half = modulus / 2;
  n %= modulus;
  if (n < -half)
    return n + modulus;
  return n >= half ? n - modulus : n;
}

static bool is_small(wide n) { return n <= FACTOR_MOST && n >= -FACTOR_MOST; }

static bool add_part(lin *out, term atom, wide factor) {
  assert(out->count <= LIN_PARTS);
  uint32_t i = 0;
  while (i < out->count && out->parts[i].atom.id < atom.id)
    i++;
  bool is_there = i < out->count && term_eq(out->parts[i].atom, atom);
  wide sum = reduce(out->type, factor + (is_there ? out->parts[i].factor : 0));
  if (out->type.kind != VTYPE_BV && !is_small(sum))
    return false;
  if (is_there && sum != 0) {
    out->parts[i].factor = sum;
    return true;
  }
  if (is_there) {
    out->count--;
    for (; i < out->count; i++)
      out->parts[i] = out->parts[i + 1];
    return true;
  }
  if (sum == 0)
    return true;
  if (out->count == LIN_PARTS)
    return false;
  for (uint32_t j = out->count++; j > i; j--)
    out->parts[j] = out->parts[j - 1];
  out->parts[i] = (lin_part){atom, sum};
  return true;
}

static bool add_constant(lin *out, wide n) {
  out->constant = reduce(out->type, out->constant + n);
  return out->type.kind == VTYPE_BV || is_small(out->constant);
}

// False: no number that is handled.
static bool number_of(const terms *tt, term t, wide *n) {
  value v = term_get_value(tt, t);
  if (v.kind == VALUE_BV && v.width <= 64)
    *n = (wide)value_get_u64(v);
  else if (v.kind == VALUE_INT && !v.is_big)
    *n = (int64_t)v.bits;
  else
    return false;
  return true;
}

static wide scale(vtype t, wide a, wide b) {
  wide product;
  a = reduce(t, a);
  b = reduce(t, b);
  return __builtin_mul_overflow(a, b, &product) ? VSET_INF : reduce(t, product);
}

// Adds factor * t; sums below it go onto the stack.
static bool add_term(const terms *tt, lin_part p, lin *out, lin_part *stack,
                     uint32_t *depth) {
  wide n;
  term t = p.atom;
  switch (term_get_kind(tt, t)) {
  case TERM_VALUE:
    return number_of(tt, t, &n) &&
           add_constant(out, scale(out->type, n, p.factor));
  case TERM_BVADD:
  case TERM_ADD:
    for (uint32_t i = 0; i < term_arity(tt, t); i++)
      stack[(*depth)++] = (lin_part){term_arg(tt, t, i), p.factor};
    return true;
  case TERM_BVNEG:
  case TERM_NEG:
    stack[(*depth)++] = (lin_part){term_arg(tt, t, 0), -p.factor};
    return true;
  case TERM_BVMUL:
  case TERM_MUL:
    if (!term_is_value(tt, term_arg(tt, t, 1)))
      break;
    if (!number_of(tt, term_arg(tt, t, 1), &n))
      return false;
    n = scale(out->type, n, p.factor);
    stack[(*depth)++] = (lin_part){term_arg(tt, t, 0), n};
    return out->type.kind == VTYPE_BV || is_small(n);
  default:
    break;
  }
  return add_part(out, t, p.factor);
}

bool lin_of(const terms *tt, term t, lin *out) {
  *out = (lin){.type = vtype_of(tt, term_sort(tt, t))};
  bool is_number = out->type.kind == VTYPE_INT ||
                   (out->type.kind == VTYPE_BV && !term_is_bool(tt, t));
  if (!is_number)
    return false;
  lin_part stack[2 * LIN_STEPS];
  uint32_t depth = 0;
  stack[depth++] = (lin_part){t, 1};
  for (uint32_t steps = 0; depth > 0; steps++) {
    if (steps == LIN_STEPS)
      return false;
    lin_part p = stack[--depth];
    if (!add_term(tt, p, out, stack, &depth))
      return false;
    assert(depth < 2 * LIN_STEPS - 1);
  }
  return true;
}

bool lin_add(lin *out, const lin *a, const lin *b, wide factor) {
  assert(a->type.kind == b->type.kind && a->type.width == b->type.width);
  lin sum = *a;
  for (uint32_t i = 0; i < b->count; i++)
    if (!add_part(&sum, b->parts[i].atom,
                  scale(a->type, b->parts[i].factor, factor)))
      return false;
  if (!add_constant(&sum, scale(a->type, b->constant, factor)))
    return false;
  *out = sum;
  return true;
}

bool lin_same_parts(const lin *a, const lin *b) {
  if (a->count != b->count || a->type.kind != b->type.kind ||
      a->type.width != b->type.width)
    return false;
  for (uint32_t i = 0; i < a->count; i++)
    if (!term_eq(a->parts[i].atom, b->parts[i].atom) ||
        a->parts[i].factor != b->parts[i].factor)
      return false;
  return true;
}

uint64_t lin_hash(const lin *a) {
  assert(a->count <= LIN_PARTS);
  uint64_t h = hash_mix(a->type.width, a->count);
  for (uint32_t i = 0; i < a->count; i++) {
    h = hash_mix(h, a->parts[i].atom.id);
    h = hash_mix(h, (uint64_t)a->parts[i].factor);
  }
  return h;
}

static term constant_term(terms *tt, vtype t, wide n) {
  assert(t.kind == VTYPE_BV || t.kind == VTYPE_INT);
  if (t.kind == VTYPE_BV)
    return term_bv(tt, t.width, (uint64_t)(n & (vtype_modulus(t) - 1)));
  return term_int(tt, (int64_t)n);
}

term lin_term(terms *tt, const lin *a) {
  assert(a->count > 0 || a->type.kind != VTYPE_OTHER);
  bool is_bv = a->type.kind == VTYPE_BV;
  term sum = TERM_NONE;
  for (uint32_t i = 0; i < a->count; i++) {
    term c = constant_term(tt, a->type, a->parts[i].factor);
    term part = is_bv ? term_bvmul(tt, a->parts[i].atom, c)
                      : term_mul(tt, a->parts[i].atom, c);
    sum = term_is_none(sum) ? part
          : is_bv           ? term_bvadd(tt, sum, part)
                            : term_add(tt, sum, part);
  }
  term c = constant_term(tt, a->type, a->constant);
  if (term_is_none(sum))
    return c;
  return is_bv ? term_bvadd(tt, sum, c) : term_add(tt, sum, c);
}
