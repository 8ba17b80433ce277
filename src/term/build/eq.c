// SPDX-License-Identifier: Apache-2.0
// The constructor of equality.
//
// Normal form: the constant is the second argument, the first is not something
// that could be undone on both sides (a sum with a constant, a negation, an
// extension, ...). A one-bit term is compared with 1 only; 'equals 0' is the
// negation. So what the C frontend makes of a condition (a Boolean turned into
// a bit, extended, and compared with zero) falls back to the Boolean.
#include "term/build/build.h"

// A rule takes an argument apart into so many pieces at most.
enum { MAX_PIECES = 16 };

static term eq_make(terms *tt, term a, term b) {
  order_args(tt, &a, &b);
  return node_make2(tt, TERM_EQ, tt->bool_sort, a, b);
}

// --- Booleans ---------------------------------------------------------------

static term eq_bool(terms *tt, term a, term b) {
  assert(!is_value(tt, a));
  if (is_value(tt, b))
    return is_true(b) ? a : term_not(tt, a);
  if (node_is_complement(tt, a, b))
    return term_false(tt);
  bool not_a = is_kind(tt, a, TERM_NOT), not_b = is_kind(tt, b, TERM_NOT);
  if (!not_a && !not_b)
    return eq_make(tt, a, b);
  term x = not_a ? arg_of(tt, a, 0) : a, y = not_b ? arg_of(tt, b, 0) : b;
  term t = term_eq_make(tt, x, y);
  return not_a == not_b ? t : term_not(tt, t);
}

// --- bit-vectors against a constant -----------------------------------------

// x = k for a concatenation or an extension: part by part.
static term eq_parts(terms *tt, term x, term k) {
  const node *n = node_of(tt, x);
  uint32_t width = width_of(tt, x);
  assert(is_value(tt, k) && width == width_of(tt, k));
  term low = {n->words[n->kind == TERM_CONCAT ? 1 : 0]};
  uint32_t split = width_of(tt, low);
  term k_low = term_extract(tt, k, split - 1, 0);
  term k_high = term_extract(tt, k, width - 1, split);
  if (n->kind == TERM_CONCAT)
    return term_and(tt, term_eq_make(tt, (term){n->words[0]}, k_high),
                    term_eq_make(tt, low, k_low));
  bool sign = n->kind == TERM_SIGN_EXTEND && bv_bit(tt, k_low, split - 1);
  if (!bv_is_pattern(tt, k_high, sign ? BV_ONES : BV_ZERO))
    return term_false(tt);
  return term_eq_make(tt, low, k_low);
}

// Are there at most MAX_PIECES leaves below the inner operators on top of t?
static bool is_small_tree(const terms *tt, term t, bool (*is_inner)(uint32_t)) {
  term stack[MAX_PIECES];
  uint32_t len = 0, leaves = 0;
  stack[len++] = t;
  while (len > 0) {
    const node *n = node_of(tt, stack[--len]);
    if (!is_inner(n->kind)) {
      leaves++;
      continue;
    }
    if (leaves + len + 2 > MAX_PIECES)
      return false;
    stack[len++] = (term){n->words[0]};
    stack[len++] = (term){n->words[1]};
  }
  return true;
}

static bool is_bitwise(uint32_t kind) {
  return kind == TERM_BVAND || kind == TERM_BVOR || kind == TERM_BVXOR;
}

static bool is_concat(uint32_t kind) { return kind == TERM_CONCAT; }

// One-bit x = 1, where x has Boolean structure.
static term eq_one_bit(terms *tt, term x, term one) {
  assert(width_of(tt, x) == 1 && bv_is_pattern(tt, one, BV_ONE));
  const node *n = node_of(tt, x);
  term p = {n->words[0]}, q = {n->words[1]};
  if (!is_small_tree(tt, x, is_bitwise))
    return TERM_NONE;
  switch ((term_kind)n->kind) {
  case TERM_BVAND:
    return term_and(tt, term_eq_make(tt, p, one), term_eq_make(tt, q, one));
  case TERM_BVOR:
    return term_or(tt, term_eq_make(tt, p, one), term_eq_make(tt, q, one));
  case TERM_BVXOR:
    return term_xor(tt, term_eq_make(tt, p, one), term_eq_make(tt, q, one));
  default:
    return TERM_NONE;
  }
}

// x op c = k, where some bit of k is out of reach.
static bool misses_bits(terms *tt, const node *n, term k) {
  assert(n->kind == TERM_BVAND || n->kind == TERM_BVOR);
  term c = {n->words[1]};
  if (!is_value(tt, c))
    return false;
  bvop op = n->kind == TERM_BVAND ? BVOP_AND : BVOP_OR;
  return !term_eq(fold_binary(tt, op, k, c), k);
}

// The remainder by 2^i is zero exactly if the low i bits are.
static term eq_srem_zero(terms *tt, const node *n, term k) {
  assert(n->kind == TERM_BVSREM);
  int64_t bits = bv_log2(tt, (term){n->words[1]});
  if (bits <= 0 || !is_zero(tt, k))
    return TERM_NONE;
  term low = term_extract(tt, (term){n->words[0]}, (uint32_t)bits - 1, 0);
  return term_eq_make(tt, low, term_bv(tt, (uint32_t)bits, 0));
}

// x + y = k where x or y is known, or k = 0 and one is the other's negation.
static term eq_sum(terms *tt, const node *n, term k) {
  term x = {n->words[0]}, y = {n->words[1]};
  if (is_value(tt, y))
    return term_eq_make(tt, x, fold_binary(tt, BVOP_SUB, k, y));
  if (!is_zero(tt, k))
    return TERM_NONE;
  if (is_kind(tt, y, TERM_BVNEG))
    return term_eq_make(tt, x, arg_of(tt, y, 0));
  if (is_kind(tt, x, TERM_BVNEG))
    return term_eq_make(tt, y, arg_of(tt, x, 0));
  return TERM_NONE;
}

static term eq_xor(terms *tt, const node *n, term k) {
  term x = {n->words[0]}, y = {n->words[1]};
  if (is_value(tt, y))
    return term_eq_make(tt, x, fold_binary(tt, BVOP_XOR, k, y));
  if (is_zero(tt, k))
    return term_eq_make(tt, x, y);
  return TERM_NONE;
}

static term eq_constant(terms *tt, term x, term k) {
  assert(!is_value(tt, x) && is_value(tt, k));
  const node *n = node_of(tt, x);
  term y = {n->words[0]};
  switch ((term_kind)n->kind) {
  case TERM_BVNOT:
    return term_eq_make(tt, y, fold_unary(tt, BVOP_NOT, k));
  case TERM_BVNEG:
    return term_eq_make(tt, y, fold_unary(tt, BVOP_NEG, k));
  case TERM_BVADD:
    return eq_sum(tt, n, k);
  case TERM_BVXOR:
    return eq_xor(tt, n, k);
  case TERM_BVSREM:
    return eq_srem_zero(tt, n, k);
  case TERM_BVAND:
  case TERM_BVOR:
    return misses_bits(tt, n, k) ? term_false(tt) : TERM_NONE;
  case TERM_CONCAT:
    return is_small_tree(tt, x, is_concat) ? eq_parts(tt, x, k) : TERM_NONE;
  case TERM_ZERO_EXTEND:
  case TERM_SIGN_EXTEND:
    return eq_parts(tt, x, k);
  default:
    return TERM_NONE;
  }
}

// --- bit-vectors against each other -----------------------------------------

// Equal tops of an operator that can be undone: f(x) = f(y) is x = y.
static term eq_inverse(terms *tt, const node *m, const node *n) {
  if (m->kind != n->kind)
    return TERM_NONE;
  term x = {m->words[0]}, y = {n->words[0]};
  switch ((term_kind)m->kind) {
  case TERM_BVNOT:
  case TERM_BVNEG:
    return term_eq_make(tt, x, y);
  case TERM_ZERO_EXTEND:
  case TERM_SIGN_EXTEND: {
    uint32_t p = m->words[1], q = n->words[1], by = p < q ? p : q;
    bool is_signed = m->kind == TERM_SIGN_EXTEND;
    if (is_signed)
      return term_eq_make(tt, term_sign_extend(tt, x, p - by),
                          term_sign_extend(tt, y, q - by));
    return term_eq_make(tt, term_zero_extend(tt, x, p - by),
                        term_zero_extend(tt, y, q - by));
  }
  default:
    return TERM_NONE;
  }
}

// x op y = x op z is y = z for addition and exclusive or.
static term eq_cancel(terms *tt, const node *m, const node *n) {
  if (m->kind != n->kind || (m->kind != TERM_BVADD && m->kind != TERM_BVXOR))
    return TERM_NONE;
  for (uint32_t i = 0; i < 2; i++)
    for (uint32_t j = 0; j < 2; j++)
      if (m->words[i] == n->words[j])
        return term_eq_make(tt, (term){m->words[1 - i]},
                            (term){n->words[1 - j]});
  return TERM_NONE;
}

// x op y = x is y = 0.
static term eq_neutral(terms *tt, const node *m, term x) {
  if (m->kind != TERM_BVADD && m->kind != TERM_BVXOR)
    return TERM_NONE;
  for (uint32_t i = 0; i < 2; i++)
    if (m->words[i] == x.id)
      return term_eq_make(tt, (term){m->words[1 - i]},
                          bv_make_pattern(tt, width_of(tt, x), BV_ZERO));
  return TERM_NONE;
}

// x + c1 = y + c2: one constant is enough.
static term eq_move(terms *tt, const node *m, const node *n) {
  if (m->kind != TERM_BVADD || n->kind != TERM_BVADD)
    return TERM_NONE;
  term c1 = {m->words[1]}, c2 = {n->words[1]};
  if (!is_value(tt, c1) || !is_value(tt, c2))
    return TERM_NONE;
  return term_eq_make(
      tt, (term){m->words[0]},
      term_bvadd(tt, (term){n->words[0]}, fold_binary(tt, BVOP_SUB, c2, c1)));
}

static term eq_terms(terms *tt, term a, term b) {
  assert(!is_value(tt, a) && !is_value(tt, b));
  if (node_is_bv_complement(tt, a, b))
    return term_false(tt);
  const node *m = node_of(tt, a), *n = node_of(tt, b);
  term t = eq_inverse(tt, m, n);
  if (term_is_none(t))
    t = eq_cancel(tt, m, n);
  if (term_is_none(t))
    t = eq_neutral(tt, m, b);
  if (term_is_none(t))
    t = eq_neutral(tt, n, a);
  if (term_is_none(t))
    t = eq_move(tt, m, n);
  return t;
}

// --- bit-vectors ------------------------------------------------------------

static term eq_bit(terms *tt, term x, term k) {
  if (is_zero(tt, k)) {
    term one = term_bv(tt, 1, 1);
    return term_not(tt, term_eq_make(tt, x, one));
  }
  return eq_one_bit(tt, x, k);
}

static term eq_bv(terms *tt, term a, term b) {
  term t = TERM_NONE;
  if (is_value(tt, b)) {
    t = lift_comparison(tt, TERM_EQ, a, b);
    if (term_is_none(t))
      t = eq_constant(tt, a, b);
    if (term_is_none(t) && width_of(tt, a) == 1)
      t = eq_bit(tt, a, b);
  } else {
    t = eq_terms(tt, a, b);
  }
  return term_is_none(t) ? eq_make(tt, a, b) : t;
}

// --- numbers ----------------------------------------------------------------

static term eq_number(terms *tt, term a, term b) {
  assert(!is_value(tt, a));
  if (is_value(tt, b)) {
    term t = lift_comparison(tt, TERM_EQ, a, b);
    if (!term_is_none(t))
      return t;
  }
  const node *m = node_of(tt, a);
  if (m->kind == TERM_NEG && is_value(tt, b))
    return term_eq_make(tt, (term){m->words[0]}, term_neg(tt, b));
  if (m->kind == TERM_ADD && is_value(tt, b) &&
      is_value(tt, (term){m->words[1]}))
    return term_eq_make(tt, (term){m->words[0]},
                        term_sub(tt, b, (term){m->words[1]}));
  return eq_make(tt, a, b);
}

static term eq_rules(terms *tt, term a, term b) {
  if (term_eq(a, b))
    return term_true(tt);
  order_args(tt, &a, &b);
  // Constants are interned: different terms are different values.
  if (is_value(tt, a))
    return term_false(tt);
  switch ((sort_kind)sort_get(tt, sort_of(tt, a))->kind) {
  case SORT_BOOL:
    return eq_bool(tt, a, b);
  case SORT_BV:
    return eq_bv(tt, a, b);
  case SORT_INT:
  case SORT_REAL:
    return eq_number(tt, a, b);
  case SORT_ARRAY:
    break;
  }
  return eq_make(tt, a, b);
}

term term_eq_make(terms *tt, term a, term b) {
  assert(sort_eq(sort_of(tt, a), sort_of(tt, b)));
  if (!rules_enter(tt))
    return node_make2(tt, TERM_EQ, tt->bool_sort, a, b);
  return rules_leave(tt, eq_rules(tt, a, b));
}
