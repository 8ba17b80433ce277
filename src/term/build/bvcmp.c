// SPDX-License-Identifier: Apache-2.0
// Constructors of bit-vector comparisons.
//
// Signed and unsigned share their code; only the extreme values differ. With a
// constant k there are two forms left: x < k and k <= x, each the negation of
// the other. Comparisons that leave one value only become equalities.
#include "term/build/build.h"

typedef struct {
  term_kind lt, le;
  bv_pattern least, greatest;
} order;

static const order UNSIGNED = {TERM_BVULT, TERM_BVULE, BV_ZERO, BV_ONES};
static const order SIGNED = {TERM_BVSLT, TERM_BVSLE, BV_MIN, BV_MAX};

static term less_make(terms *tt, const order *o, term a, term b);
static term less_equal_make(terms *tt, const order *o, term a, term b);

static bool is_signed(const order *o) { return o->lt == TERM_BVSLT; }

static bool less_value(const terms *tt, const order *o, term a, term b) {
  value x = value_of(tt, a), y = value_of(tt, b);
  return is_signed(o) ? bvop_slt(x, y) : bvop_ult(x, y);
}

static term next_value(terms *tt, term k, bvop op) {
  assert(op == BVOP_ADD || op == BVOP_SUB);
  term one = bv_make_pattern(tt, width_of(tt, k), BV_ONE);
  return fold_binary(tt, op, k, one);
}

// --- extensions -------------------------------------------------------------

// The least (or greatest) value of the wide order that x, extended, can have.
static term extended_bound(terms *tt, const node *n, bv_pattern narrow) {
  term x = {n->words[0]};
  term bound = bv_make_pattern(tt, width_of(tt, x), narrow);
  return n->kind == TERM_SIGN_EXTEND ? term_sign_extend(tt, bound, n->words[1])
                                     : term_zero_extend(tt, bound, n->words[1]);
}

static bool is_extension(const node *n) {
  return n->kind == TERM_ZERO_EXTEND || n->kind == TERM_SIGN_EXTEND;
}

// ext(x) < k (or, reversed, k <= ext(x), its negation), x narrow. The values
// of ext(x) between its extremes are those of x in the narrow order 'inner';
// where unsigned order looks at a sign extension they have a gap in the middle,
// and a k in the gap asks for the sign alone.
static term compare_extension(terms *tt, const order *o, const node *n,
                              term k) {
  term x = {n->words[0]};
  uint32_t width = width_of(tt, x);
  assert(is_extension(n) && is_value(tt, k));
  const order *inner = n->kind == TERM_SIGN_EXTEND ? o : &UNSIGNED;
  term least = extended_bound(tt, n, inner->least);
  term greatest = extended_bound(tt, n, inner->greatest);
  if (!less_value(tt, o, least, k))
    return term_false(tt);
  if (less_value(tt, o, greatest, k))
    return term_true(tt);
  term low = term_extract(tt, k, width - 1, 0);
  term back = n->kind == TERM_SIGN_EXTEND
                  ? term_sign_extend(tt, low, n->words[1])
                  : term_zero_extend(tt, low, n->words[1]);
  if (!term_eq(back, k))
    low = bv_make_pattern(tt, width, BV_MIN);
  return less_make(tt, inner, x, low);
}

// ext(x) < ext(y), or <=: the bits that both were extended by are no news.
static term compare_extensions(terms *tt, const order *o, bool strict,
                               const node *m, const node *n) {
  if (!is_extension(m) || m->kind != n->kind)
    return TERM_NONE;
  uint32_t p = m->words[1], q = n->words[1], by = p < q ? p : q;
  term x = {m->words[0]}, y = {n->words[0]};
  bool sign = m->kind == TERM_SIGN_EXTEND;
  term a =
      sign ? term_sign_extend(tt, x, p - by) : term_zero_extend(tt, x, p - by);
  term b =
      sign ? term_sign_extend(tt, y, q - by) : term_zero_extend(tt, y, q - by);
  // Zero extensions are never compared as signed: both are positive.
  assert(sign || o == &UNSIGNED);
  return strict ? less_make(tt, o, a, b) : less_equal_make(tt, o, a, b);
}

// --- less -------------------------------------------------------------------

// x < k, k a constant.
static term less_constant(terms *tt, const order *o, term x, term k) {
  assert(!is_value(tt, x) && is_value(tt, k));
  if (bv_is_pattern(tt, k, o->least))
    return term_false(tt);
  if (bv_is_pattern(tt, k, o->greatest))
    return term_distinct(tt, x, k);
  term below = next_value(tt, k, BVOP_SUB);
  if (bv_is_pattern(tt, below, o->least))
    return term_eq_make(tt, x, below);
  const node *n = node_of(tt, x);
  if (is_extension(n))
    return compare_extension(tt, o, n, k);
  return lift_comparison(tt, o->lt, x, k);
}

// One bit: unsigned 0 < 1, signed 1 < 0.
static term less_bit(terms *tt, const order *o, term a, term b) {
  assert(width_of(tt, a) == 1);
  term low = bv_make_pattern(tt, 1, o->least),
       high = bv_make_pattern(tt, 1, o->greatest);
  return term_and(tt, term_eq_make(tt, a, low), term_eq_make(tt, b, high));
}

static term less_rules(terms *tt, const order *o, term a, term b) {
  if (term_eq(a, b))
    return term_false(tt);
  bool left = is_value(tt, a), right = is_value(tt, b);
  if (left && right)
    return term_bool(tt, less_value(tt, o, a, b));
  if (width_of(tt, a) == 1)
    return less_bit(tt, o, a, b);
  term t = TERM_NONE;
  if (left) { // k < x is k + 1 <= x, unless nothing is greater than k
    if (bv_is_pattern(tt, a, o->greatest))
      return term_false(tt);
    return less_equal_make(tt, o, next_value(tt, a, BVOP_ADD), b);
  }
  if (is_signed(o) && node_is_nonnegative(tt, a) && node_is_nonnegative(tt, b))
    return less_make(tt, &UNSIGNED, a, b);
  if (right)
    t = less_constant(tt, o, a, b);
  else
    t = compare_extensions(tt, o, true, node_of(tt, a), node_of(tt, b));
  if (term_is_none(t))
    t = lift_binary(tt, o->lt, a, b);
  return term_is_none(t) ? node_make2(tt, o->lt, tt->bool_sort, a, b) : t;
}

static term less_make(terms *tt, const order *o, term a, term b) {
  assert(width_of(tt, a) == width_of(tt, b));
  if (!rules_enter(tt))
    return node_make2(tt, o->lt, tt->bool_sort, a, b);
  return rules_leave(tt, less_rules(tt, o, a, b));
}

// --- less or equal ----------------------------------------------------------

// k <= x, k a constant: the negation of x < k, if that has another form.
static term constant_less_equal(terms *tt, const order *o, term k, term x) {
  assert(!is_value(tt, x) && is_value(tt, k));
  if (bv_is_pattern(tt, k, o->least))
    return term_true(tt);
  if (bv_is_pattern(tt, k, o->greatest))
    return term_eq_make(tt, x, k);
  term below = next_value(tt, k, BVOP_SUB);
  if (bv_is_pattern(tt, below, o->least))
    return term_distinct(tt, x, below);
  const node *n = node_of(tt, x);
  if (is_extension(n))
    return term_not(tt, compare_extension(tt, o, n, k));
  return lift_comparison(tt, o->le, k, x);
}

static term less_equal_rules(terms *tt, const order *o, term a, term b) {
  if (term_eq(a, b))
    return term_true(tt);
  bool left = is_value(tt, a), right = is_value(tt, b);
  if (left && right)
    return term_bool(tt, !less_value(tt, o, b, a));
  if (width_of(tt, a) == 1)
    return term_not(tt, less_bit(tt, o, b, a));
  term t = TERM_NONE;
  if (right) { // x <= k is x < k + 1, unless nothing is greater than k
    if (bv_is_pattern(tt, b, o->greatest))
      return term_true(tt);
    return less_make(tt, o, a, next_value(tt, b, BVOP_ADD));
  }
  if (is_signed(o) && node_is_nonnegative(tt, a) && node_is_nonnegative(tt, b))
    return less_equal_make(tt, &UNSIGNED, a, b);
  if (left)
    t = constant_less_equal(tt, o, a, b);
  else
    t = compare_extensions(tt, o, false, node_of(tt, a), node_of(tt, b));
  if (term_is_none(t))
    t = lift_binary(tt, o->le, a, b);
  return term_is_none(t) ? node_make2(tt, o->le, tt->bool_sort, a, b) : t;
}

static term less_equal_make(terms *tt, const order *o, term a, term b) {
  assert(width_of(tt, a) == width_of(tt, b));
  if (!rules_enter(tt))
    return node_make2(tt, o->le, tt->bool_sort, a, b);
  return rules_leave(tt, less_equal_rules(tt, o, a, b));
}

term term_bvult(terms *tt, term a, term b) {
  return less_make(tt, &UNSIGNED, a, b);
}

term term_bvule(terms *tt, term a, term b) {
  return less_equal_make(tt, &UNSIGNED, a, b);
}

term term_bvslt(terms *tt, term a, term b) {
  return less_make(tt, &SIGNED, a, b);
}

term term_bvsle(terms *tt, term a, term b) {
  return less_equal_make(tt, &SIGNED, a, b);
}

// --- two bounds on one term -------------------------------------------------

typedef enum { BOUND_NONE, BOUND_LESS, BOUND_AT_LEAST, BOUND_EQUAL } bound_kind;

// x < k, k <= x or x = k, for a constant k.
typedef struct {
  bound_kind kind;
  const order *order; // NULL: for an equality
  term x, k;
} bound;

static bound bound_of(const terms *tt, term t) {
  const node *n = node_of(tt, t);
  term a = {n->words[0]}, b = {n->words[1]};
  bool is_order = n->kind >= TERM_BVULT && n->kind <= TERM_BVSLE;
  if (!is_order && n->kind != TERM_EQ)
    return (bound){0};
  if (n->kind == TERM_EQ)
    return is_bv(tt, a) && is_value(tt, b) ? (bound){BOUND_EQUAL, NULL, a, b}
                                           : (bound){0};
  bool strict = n->kind == TERM_BVULT || n->kind == TERM_BVSLT;
  const order *o = n->kind <= TERM_BVULE ? &UNSIGNED : &SIGNED;
  if (strict && is_value(tt, b))
    return (bound){BOUND_LESS, o, a, b};
  if (!strict && is_value(tt, a))
    return (bound){BOUND_AT_LEAST, o, b, a};
  return (bound){0};
}

// One term that says what 'a and b' says, if the bounds meet.
static term bounds_and(terms *tt, term a, term b, const bound *p,
                       const bound *q) {
  const order *o = p->order ? p->order : q->order;
  bool p_less = less_value(tt, o, p->k, q->k);
  if (p->kind == q->kind) // the tighter one
    return p_less == (p->kind == BOUND_LESS) ? a : b;
  if (p->kind == BOUND_EQUAL)
    return p_less == (q->kind == BOUND_LESS) ? a : term_false(tt);
  if (q->kind == BOUND_EQUAL || p->kind == BOUND_LESS)
    return bounds_and(tt, b, a, q, p);
  assert(p->kind == BOUND_AT_LEAST && q->kind == BOUND_LESS);
  if (!p_less)
    return term_false(tt);
  return term_eq(next_value(tt, p->k, BVOP_ADD), q->k)
             ? term_eq_make(tt, p->x, p->k)
             : TERM_NONE;
}

// The same for 'a or b'.
static term bounds_or(terms *tt, term a, term b, const bound *p,
                      const bound *q) {
  const order *o = p->order ? p->order : q->order;
  bool p_less = less_value(tt, o, p->k, q->k);
  if (p->kind == q->kind) // the wider one
    return p_less == (p->kind == BOUND_LESS) ? b : a;
  if (p->kind == BOUND_EQUAL)
    return p_less == (q->kind == BOUND_LESS) ? b : TERM_NONE;
  if (q->kind == BOUND_EQUAL || p->kind == BOUND_AT_LEAST)
    return bounds_or(tt, b, a, q, p);
  assert(p->kind == BOUND_LESS && q->kind == BOUND_AT_LEAST);
  if (!p_less)
    return term_true(tt);
  return term_eq(next_value(tt, p->k, BVOP_ADD), q->k)
             ? term_distinct(tt, p->x, p->k)
             : TERM_NONE;
}

term bv_join_bounds(terms *tt, bool is_and, term a, term b) {
  bound p = bound_of(tt, a);
  if (p.kind == BOUND_NONE)
    return TERM_NONE;
  bound q = bound_of(tt, b);
  bool comparable = q.kind != BOUND_NONE && term_eq(p.x, q.x) &&
                    (p.order || q.order) &&
                    (!p.order || !q.order || p.order == q.order);
  if (!comparable)
    return TERM_NONE;
  return is_and ? bounds_and(tt, a, b, &p, &q) : bounds_or(tt, a, b, &p, &q);
}
