// SPDX-License-Identifier: Apache-2.0
// Constructors of bitwise operators: not, and, or, xor.
//
// As with the Boolean junctions, 'and' and 'or' share their code. A mask of low
// bits is an extraction, extended again; on one-bit terms that are Booleans in
// disguise, ite(c, 1, 0), the operator goes into the condition.
#include "term/build/build.h"

// --- one-bit Booleans -------------------------------------------------------

// Is t = ite(c, 1, 0) or the like? Then the Boolean it stands for.
static term bit_condition(terms *tt, term t) {
  if (width_of(tt, t) != 1)
    return TERM_NONE;
  if (is_value(tt, t))
    return term_bool(tt, !is_zero(tt, t));
  if (!is_value_ite(tt, t))
    return TERM_NONE;
  term c = arg_of(tt, t, 0);
  return is_zero(tt, arg_of(tt, t, 1)) ? term_not(tt, c) : c;
}

static term bit_of(terms *tt, term condition) {
  return term_ite(tt, condition, term_bv(tt, 1, 1), term_bv(tt, 1, 0));
}

static term bit_operator(terms *tt, term_kind kind, term a, term b) {
  term x = bit_condition(tt, a);
  if (term_is_none(x))
    return TERM_NONE;
  term y = bit_condition(tt, b);
  if (term_is_none(y))
    return TERM_NONE;
  if (kind == TERM_BVAND)
    return bit_of(tt, term_and(tt, x, y));
  if (kind == TERM_BVOR)
    return bit_of(tt, term_or(tt, x, y));
  assert(kind == TERM_BVXOR);
  return bit_of(tt, term_xor(tt, x, y));
}

// --- not --------------------------------------------------------------------

static term bvnot_rules(terms *tt, term a) {
  const node *n = node_of(tt, a);
  term t = TERM_NONE, x = {n->words[0]}, y = {n->words[1]};
  switch ((term_kind)n->kind) {
  case TERM_VALUE:
    return fold_unary(tt, BVOP_NOT, a);
  case TERM_BVNOT:
    return x;
  case TERM_BVNEG: // ~-x = x - 1
    t = bv_make_pattern(tt, width_of(tt, a), BV_ONES);
    return term_bvadd(tt, x, t);
  case TERM_BVXOR:
    if (is_value(tt, y))
      t = term_bvxor(tt, x, fold_unary(tt, BVOP_NOT, y));
    break;
  case TERM_ITE:
    t = lift_unary(tt, TERM_BVNOT, a, 0, 0);
    break;
  default:
    break;
  }
  return term_is_none(t) ? node_make1(tt, TERM_BVNOT, sort_of(tt, a), a) : t;
}

term term_bvnot(terms *tt, term a) {
  assert(width_of(tt, a) >= 1);
  if (!rules_enter(tt))
    return node_make1(tt, TERM_BVNOT, sort_of(tt, a), a);
  return rules_leave(tt, bvnot_rules(tt, a));
}

// --- and, or ----------------------------------------------------------------

typedef struct {
  term_kind kind, dual;
  bvop op;
  bv_pattern unit, zero;
} bitwise;

static const bitwise AND = {TERM_BVAND, TERM_BVOR, BVOP_AND, BV_ONES, BV_ZERO};
static const bitwise OR = {TERM_BVOR, TERM_BVAND, BVOP_OR, BV_ZERO, BV_ONES};

static term bitwise_make(terms *tt, const bitwise *o, term a, term b);

// x & 0...01...1 keeps the low bits, x & 1...10...0 the high ones.
static term mask_bits(terms *tt, term a, term k) {
  assert(!is_value(tt, a) && is_value(tt, k));
  uint32_t width = width_of(tt, a);
  int64_t low = bv_low_mask(tt, k);
  if (low > 0 && low < width)
    return term_zero_extend(tt, term_extract(tt, a, (uint32_t)low - 1, 0),
                            width - (uint32_t)low);
  int64_t cut = bv_low_mask(tt, fold_unary(tt, BVOP_NOT, k));
  if (cut > 0 && cut < width)
    return term_concat(tt, term_extract(tt, a, width - 1, (uint32_t)cut),
                       term_bv(tt, (uint32_t)cut, 0));
  return TERM_NONE;
}

// zext(x) op k: the high bits are those of k (or) or zero (and).
static term narrow_constant(terms *tt, const bitwise *o, term a, term k) {
  const node *n = node_of(tt, a);
  if (n->kind != TERM_ZERO_EXTEND)
    return TERM_NONE;
  term x = {n->words[0]};
  uint32_t width = width_of(tt, a), narrow = width_of(tt, x);
  term low = bitwise_make(tt, o, x, term_extract(tt, k, narrow - 1, 0));
  if (o->kind == TERM_BVAND)
    return term_zero_extend(tt, low, width - narrow);
  return term_concat(tt, term_extract(tt, k, width - 1, narrow), low);
}

static term bitwise_constant(terms *tt, const bitwise *o, term a, term k) {
  assert(is_value(tt, k));
  if (is_value(tt, a))
    return fold_binary(tt, o->op, a, k);
  if (bv_is_pattern(tt, k, o->unit))
    return a;
  if (bv_is_pattern(tt, k, o->zero))
    return k;
  const node *n = node_of(tt, a);
  if (n->kind == o->kind && is_value(tt, (term){n->words[1]}))
    return bitwise_make(tt, o, (term){n->words[0]},
                        fold_binary(tt, o->op, (term){n->words[1]}, k));
  term t = narrow_constant(tt, o, a, k);
  if (term_is_none(t) && o->kind == TERM_BVAND)
    t = mask_bits(tt, a, k);
  return t;
}

// What a says about the two arguments of b.
static term bitwise_absorb(terms *tt, const bitwise *o, term a, term b) {
  const node *n = node_of(tt, b);
  if (n->kind != o->kind && n->kind != o->dual)
    return TERM_NONE;
  for (uint32_t i = 0; i < 2; i++) {
    term x = {n->words[i]}, y = {n->words[1 - i]};
    if (term_eq(x, a))
      return n->kind == o->kind ? b : a;
    if (!node_is_bv_complement(tt, x, a))
      continue;
    if (n->kind == o->kind)
      return bv_make_pattern(tt, width_of(tt, a), o->zero);
    return bitwise_make(tt, o, a, y);
  }
  return TERM_NONE;
}

// Both zero-extended alike.
static term narrow_both(terms *tt, term_kind kind, term a, term b) {
  const node *m = node_of(tt, a), *n = node_of(tt, b);
  if (m->kind != TERM_ZERO_EXTEND || n->kind != TERM_ZERO_EXTEND ||
      m->words[1] != n->words[1])
    return TERM_NONE;
  term args[] = {{m->words[0]}, {n->words[0]}};
  return term_zero_extend(tt, term_make(tt, kind, (sort){0}, args, 2, 0, 0),
                          m->words[1]);
}

static term bitwise_rules(terms *tt, const bitwise *o, term a, term b) {
  if (term_eq(a, b))
    return a;
  order_args(tt, &a, &b);
  term t = TERM_NONE;
  if (is_value(tt, b))
    t = bitwise_constant(tt, o, a, b);
  else if (node_is_bv_complement(tt, a, b))
    t = bv_make_pattern(tt, width_of(tt, a), o->zero);
  if (term_is_none(t))
    t = bitwise_absorb(tt, o, a, b);
  if (term_is_none(t))
    t = bitwise_absorb(tt, o, b, a);
  if (term_is_none(t))
    t = narrow_both(tt, o->kind, a, b);
  if (term_is_none(t))
    t = bit_operator(tt, o->kind, a, b);
  if (term_is_none(t))
    t = lift_binary(tt, o->kind, a, b);
  return term_is_none(t) ? node_make2(tt, o->kind, sort_of(tt, a), a, b) : t;
}

static term bitwise_make(terms *tt, const bitwise *o, term a, term b) {
  assert(sort_eq(sort_of(tt, a), sort_of(tt, b)));
  if (!rules_enter(tt))
    return node_make2(tt, o->kind, sort_of(tt, a), a, b);
  return rules_leave(tt, bitwise_rules(tt, o, a, b));
}

term term_bvand(terms *tt, term a, term b) {
  return bitwise_make(tt, &AND, a, b);
}

term term_bvor(terms *tt, term a, term b) {
  return bitwise_make(tt, &OR, a, b);
}

// --- xor --------------------------------------------------------------------

static term xor_constant(terms *tt, term a, term k) {
  assert(is_value(tt, k));
  if (is_value(tt, a))
    return fold_binary(tt, BVOP_XOR, a, k);
  if (is_zero(tt, k))
    return a;
  if (is_ones(tt, k))
    return term_bvnot(tt, a);
  const node *n = node_of(tt, a);
  if (n->kind == TERM_BVNOT)
    return term_bvxor(tt, (term){n->words[0]}, fold_unary(tt, BVOP_NOT, k));
  if (n->kind == TERM_BVXOR && is_value(tt, (term){n->words[1]}))
    return term_bvxor(tt, (term){n->words[0]},
                      fold_binary(tt, BVOP_XOR, (term){n->words[1]}, k));
  return TERM_NONE;
}

// a = x ^ y contains b, or its negation, or a constant that can move up.
static term xor_cancel(terms *tt, term a, term b) {
  const node *n = node_of(tt, a);
  if (n->kind == TERM_BVNOT)
    return term_bvnot(tt, term_bvxor(tt, (term){n->words[0]}, b));
  if (n->kind != TERM_BVXOR)
    return TERM_NONE;
  term x = {n->words[0]}, y = {n->words[1]};
  if (term_eq(x, b))
    return y;
  if (term_eq(y, b))
    return x;
  if (is_value(tt, y))
    return term_bvxor(tt, term_bvxor(tt, x, b), y);
  return TERM_NONE;
}

static term xor_rules(terms *tt, term a, term b) {
  if (term_eq(a, b))
    return bv_make_pattern(tt, width_of(tt, a), BV_ZERO);
  order_args(tt, &a, &b);
  term t = TERM_NONE;
  if (is_value(tt, b)) {
    t = xor_constant(tt, a, b);
  } else {
    if (node_is_bv_complement(tt, a, b))
      return bv_make_pattern(tt, width_of(tt, a), BV_ONES);
    t = xor_cancel(tt, a, b);
    if (term_is_none(t))
      t = xor_cancel(tt, b, a);
  }
  if (term_is_none(t))
    t = narrow_both(tt, TERM_BVXOR, a, b);
  if (term_is_none(t))
    t = bit_operator(tt, TERM_BVXOR, a, b);
  if (term_is_none(t))
    t = lift_binary(tt, TERM_BVXOR, a, b);
  return term_is_none(t) ? node_make2(tt, TERM_BVXOR, sort_of(tt, a), a, b) : t;
}

term term_bvxor(terms *tt, term a, term b) {
  assert(sort_eq(sort_of(tt, a), sort_of(tt, b)));
  if (!rules_enter(tt))
    return node_make2(tt, TERM_BVXOR, sort_of(tt, a), a, b);
  return rules_leave(tt, xor_rules(tt, a, b));
}
