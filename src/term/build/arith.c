// SPDX-License-Identifier: Apache-2.0
// Constructors of division, comparison and conversion of Int and Real.
//
// Division by zero is left open by SMT-LIB: x / 0 is never folded. Between
// integers a comparison with a constant is always 'less or equal'.
#include "term/build/build.h"

static bool is_number(terms *tt, term t, int64_t n) {
  return is_value(tt, t) && term_eq(t, fold_integer(tt, sort_of(tt, t), n));
}

// --- division ---------------------------------------------------------------

static term div_rules(terms *tt, term_kind kind, term a, term b) {
  bool by_zero = is_number(tt, b, 0);
  if (is_value(tt, a) && is_value(tt, b) && !by_zero) {
    value x = value_of(tt, a), y = value_of(tt, b);
    return fold_value(tt, kind == TERM_INT_MOD ? numop_mod(tt->scratch, x, y)
                                               : numop_div(tt->scratch, x, y));
  }
  if (is_number(tt, b, 1))
    return kind == TERM_INT_MOD ? term_int(tt, 0) : a;
  term t = by_zero ? TERM_NONE : lift_binary(tt, kind, a, b);
  return term_is_none(t) ? node_make2(tt, kind, sort_of(tt, a), a, b) : t;
}

static term div_make(terms *tt, term_kind kind, term a, term b) {
  assert(sort_eq(sort_of(tt, a), sort_of(tt, b)));
  assert(kind == TERM_DIV ? is_real(tt, a) : is_int(tt, a));
  if (!rules_enter(tt))
    return node_make2(tt, kind, sort_of(tt, a), a, b);
  return rules_leave(tt, div_rules(tt, kind, a, b));
}

term term_div(terms *tt, term a, term b) {
  return div_make(tt, TERM_DIV, a, b);
}

term term_int_div(terms *tt, term a, term b) {
  return div_make(tt, TERM_INT_DIV, a, b);
}

term term_int_mod(terms *tt, term a, term b) {
  return div_make(tt, TERM_INT_MOD, a, b);
}

// --- comparison -------------------------------------------------------------

// x op k or k op x, where x is a sum with a constant or a negation.
static term compare_shifted(terms *tt, term_kind kind, term a, term b) {
  bool right = is_value(tt, b);
  term x = right ? a : b, k = right ? b : a;
  const node *n = node_of(tt, x);
  term (*make)(terms *, term, term) = kind == TERM_LT ? term_lt : term_le;
  term y = {n->words[0]};
  if (n->kind == TERM_NEG) {
    term minus = term_neg(tt, k);
    return right ? make(tt, minus, y) : make(tt, y, minus);
  }
  if (n->kind != TERM_ADD || !is_value(tt, (term){n->words[1]}))
    return TERM_NONE;
  term rest = term_sub(tt, k, (term){n->words[1]});
  return right ? make(tt, y, rest) : make(tt, rest, y);
}

// Strict comparison of an integer with a constant.
static term less_int(terms *tt, term a, term b) {
  term one = term_int(tt, 1);
  if (is_value(tt, b))
    return term_le(tt, a, term_sub(tt, b, one));
  return term_le(tt, term_add(tt, a, one), b);
}

static term compare_rules(terms *tt, term_kind kind, term a, term b) {
  if (term_eq(a, b))
    return term_bool(tt, kind == TERM_LE);
  bool left = is_value(tt, a), right = is_value(tt, b);
  if (left && right) {
    int order = numop_compare(value_of(tt, a), value_of(tt, b));
    return term_bool(tt, kind == TERM_LE ? order <= 0 : order < 0);
  }
  term t = TERM_NONE;
  if (left || right) {
    if (kind == TERM_LT && is_int(tt, a))
      return less_int(tt, a, b);
    t = compare_shifted(tt, kind, a, b);
    if (term_is_none(t))
      t = lift_comparison(tt, kind, a, b);
  }
  return term_is_none(t) ? node_make2(tt, kind, tt->bool_sort, a, b) : t;
}

static term compare_make(terms *tt, term_kind kind, term a, term b) {
  assert(sort_eq(sort_of(tt, a), sort_of(tt, b)));
  assert(is_int(tt, a) || is_real(tt, a));
  if (!rules_enter(tt))
    return node_make2(tt, kind, tt->bool_sort, a, b);
  return rules_leave(tt, compare_rules(tt, kind, a, b));
}

term term_lt(terms *tt, term a, term b) {
  return compare_make(tt, TERM_LT, a, b);
}

term term_le(terms *tt, term a, term b) {
  return compare_make(tt, TERM_LE, a, b);
}

// --- conversion -------------------------------------------------------------

static term to_real_rules(terms *tt, term a) {
  if (is_value(tt, a))
    return fold_value(tt, value_int_to_real(tt->scratch, value_of(tt, a)));
  term t = lift_unary(tt, TERM_TO_REAL, a, 0, 0);
  return term_is_none(t) ? node_make1(tt, TERM_TO_REAL, tt->real_sort, a) : t;
}

term term_to_real(terms *tt, term a) {
  assert(is_int(tt, a));
  if (!rules_enter(tt))
    return node_make1(tt, TERM_TO_REAL, tt->real_sort, a);
  return rules_leave(tt, to_real_rules(tt, a));
}

static term to_int_rules(terms *tt, term a) {
  if (is_value(tt, a))
    return fold_value(tt, value_real_to_int(tt->scratch, value_of(tt, a)));
  if (is_kind(tt, a, TERM_TO_REAL))
    return arg_of(tt, a, 0);
  term t = lift_unary(tt, TERM_TO_INT, a, 0, 0);
  return term_is_none(t) ? node_make1(tt, TERM_TO_INT, tt->int_sort, a) : t;
}

term term_to_int(terms *tt, term a) {
  assert(is_real(tt, a));
  if (!rules_enter(tt))
    return node_make1(tt, TERM_TO_INT, tt->int_sort, a);
  return rules_leave(tt, to_int_rules(tt, a));
}

static term bv_to_int_rules(terms *tt, term a) {
  const node *n = node_of(tt, a);
  if (n->kind == TERM_VALUE)
    return fold_value(tt, value_bv_to_int(tt->scratch, n->value, false));
  if (n->kind == TERM_ZERO_EXTEND)
    return term_bv_to_int(tt, (term){n->words[0]});
  term t = lift_unary(tt, TERM_BV_TO_INT, a, 0, 0);
  return term_is_none(t) ? node_make1(tt, TERM_BV_TO_INT, tt->int_sort, a) : t;
}

term term_bv_to_int(terms *tt, term a) {
  assert(width_of(tt, a) >= 1);
  if (!rules_enter(tt))
    return node_make1(tt, TERM_BV_TO_INT, tt->int_sort, a);
  return rules_leave(tt, bv_to_int_rules(tt, a));
}

static term int_to_bv_raw(terms *tt, uint32_t width, term a) {
  return node_make_param(tt, TERM_INT_TO_BV, sort_bv(tt, width), a, width, 0);
}

static term int_to_bv_rules(terms *tt, uint32_t width, term a) {
  const node *n = node_of(tt, a);
  if (n->kind == TERM_VALUE)
    return fold_value(tt, value_int_to_bv(tt->scratch, width, n->value));
  if (n->kind == TERM_BV_TO_INT) {
    term x = {n->words[0]};
    uint32_t old = width_of(tt, x);
    return width > old ? term_zero_extend(tt, x, width - old)
                       : term_extract(tt, x, width - 1, 0);
  }
  term t = lift_unary(tt, TERM_INT_TO_BV, a, width, 0);
  return term_is_none(t) ? int_to_bv_raw(tt, width, a) : t;
}

term term_int_to_bv(terms *tt, uint32_t width, term a) {
  assert(is_int(tt, a) && width >= 1);
  if (!rules_enter(tt))
    return int_to_bv_raw(tt, width, a);
  return rules_leave(tt, int_to_bv_rules(tt, width, a));
}
