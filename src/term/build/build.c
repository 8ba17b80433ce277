// SPDX-License-Identifier: Apache-2.0
// What the simplifying constructors share.
//
// The rules themselves are in build_*.c, one file per group of operators. They
// look at the arguments and at the arguments' arguments, never further down:
// terms are built bottom-up, so each level was simplified when it was made. A
// rule adds a constant number of nodes, and every node it adds is built by a
// constructor again, so that building an existing term anew from its own
// arguments gives that term.
#include "term/build/build.h"

#include "base/unreachable.h"

enum { MAX_CHAIN = 8 };

// --- constants --------------------------------------------------------------

term fold_value(terms *tt, value v) {
  term t = term_value(tt, v);
  if (v.is_big)
    arena_reset(tt->scratch);
  return t;
}

term fold_unary(terms *tt, bvop op, term a) {
  return fold_value(tt, bvop_unary(tt->scratch, op, value_of(tt, a)));
}

term fold_binary(terms *tt, bvop op, term a, term b) {
  value x = value_of(tt, a), y = value_of(tt, b);
  return fold_value(tt, bvop_binary(tt->scratch, op, x, y));
}

static bool pattern_bit(bv_pattern p, uint32_t width, uint32_t i) {
  switch (p) {
  case BV_ZERO:
    return false;
  case BV_ONE:
    return i == 0;
  case BV_ONES:
    return true;
  case BV_MIN:
    return i == width - 1;
  case BV_MAX:
    return i != width - 1;
  }
  UNREACHABLE();
}

static uint64_t pattern_bits(bv_pattern p, uint32_t width) {
  uint64_t ones = ~(uint64_t)0 >> (64 - width);
  uint64_t top = (uint64_t)1 << (width - 1);
  switch (p) {
  case BV_ZERO:
    return 0;
  case BV_ONE:
    return 1;
  case BV_ONES:
    return ones;
  case BV_MIN:
    return top;
  case BV_MAX:
    return ones ^ top;
  }
  UNREACHABLE();
}

bool bv_is_pattern(const terms *tt, term t, bv_pattern p) {
  const node *n = node_of(tt, t);
  if (n->kind != TERM_VALUE)
    return false;
  assert(n->value.kind == VALUE_BV);
  uint32_t width = n->value.width;
  if (width <= 64)
    return n->value.bits == pattern_bits(p, width);
  for (uint32_t i = 0; i < width; i++)
    if (value_bv_bit(n->value, i) != pattern_bit(p, width, i))
      return false;
  return true;
}

term bv_make_pattern(terms *tt, uint32_t width, bv_pattern p) {
  if (width <= 64)
    return term_bv(tt, width, pattern_bits(p, width));
  if (p == BV_ZERO || p == BV_ONE)
    return term_bv(tt, width, p == BV_ONE);
  if (p == BV_ONES)
    return fold_unary(tt, BVOP_NOT, term_bv(tt, width, 0));
  value low = value_of(tt, term_bv(tt, width - 1, 0));
  term min = fold_value(tt, bvop_concat(tt->scratch, value_bv(1, 1), low));
  return p == BV_MIN ? min : fold_unary(tt, BVOP_NOT, min);
}

bool bv_bit(const terms *tt, term constant, uint32_t i) {
  return value_bv_bit(value_of(tt, constant), i);
}

int64_t bv_log2(const terms *tt, term t) {
  if (!is_value(tt, t))
    return -1;
  value v = value_of(tt, t);
  int64_t found = -1;
  for (uint32_t i = 0; i < v.width; i++) {
    if (!value_bv_bit(v, i))
      continue;
    if (found >= 0)
      return -1;
    found = i;
  }
  return found;
}

int64_t bv_low_mask(const terms *tt, term t) {
  if (!is_value(tt, t))
    return -1;
  value v = value_of(tt, t);
  uint32_t ones = 0;
  while (ones < v.width && value_bv_bit(v, ones))
    ones++;
  for (uint32_t i = ones; i < v.width; i++)
    if (value_bv_bit(v, i))
      return -1;
  return ones;
}

// --- shapes -----------------------------------------------------------------

// a < b and b <= a.
static bool is_opposite_order(const node *a, const node *b) {
  bool ordered = (a->kind == TERM_BVULT && b->kind == TERM_BVULE) ||
                 (a->kind == TERM_BVSLT && b->kind == TERM_BVSLE) ||
                 (a->kind == TERM_LT && b->kind == TERM_LE);
  return ordered && a->words[0] == b->words[1] && a->words[1] == b->words[0];
}

static bool complement_below(const terms *tt, term a, term b, uint32_t depth);

// An 'and' of negations and an 'or': argument by argument, as both are sorted
// by what is negated.
static bool is_de_morgan(const terms *tt, const node *a, const node *b,
                         uint32_t depth) {
  if (a->kind != TERM_AND || b->kind != TERM_OR || a->arity != b->arity ||
      a->arity > SMALL_ARITY || depth == 0)
    return false;
  for (uint32_t i = 0; i < a->arity; i++)
    if (!complement_below(tt, node_args(a)[i], node_args(b)[i], depth - 1))
      return false;
  return true;
}

static bool complement_below(const terms *tt, term a, term b, uint32_t depth) {
  const node *x = node_of(tt, a), *y = node_of(tt, b);
  if (x->kind == TERM_NOT)
    return x->words[0] == b.id;
  if (y->kind == TERM_NOT)
    return y->words[0] == a.id;
  return is_opposite_order(x, y) || is_opposite_order(y, x) ||
         is_de_morgan(tt, x, y, depth) || is_de_morgan(tt, y, x, depth);
}

bool node_is_complement(const terms *tt, term a, term b) {
  return complement_below(tt, a, b, 3);
}

bool node_is_bv_complement(const terms *tt, term a, term b) {
  const node *x = node_of(tt, a), *y = node_of(tt, b);
  if (x->kind == TERM_BVNOT)
    return x->words[0] == b.id;
  return y->kind == TERM_BVNOT && y->words[0] == a.id;
}

static bool is_nonnegative_value(const terms *tt, term t) {
  return is_value(tt, t) && !bv_bit(tt, t, width_of(tt, t) - 1);
}

bool node_is_nonnegative(const terms *tt, term t) {
  const node *n = node_of(tt, t);
  switch ((term_kind)n->kind) {
  case TERM_VALUE:
    return is_nonnegative_value(tt, t);
  case TERM_ZERO_EXTEND:
    return true;
  case TERM_BVAND:
    return is_nonnegative_value(tt, (term){n->words[1]});
  case TERM_ITE:
    return is_nonnegative_value(tt, (term){n->words[1]}) &&
           is_nonnegative_value(tt, (term){n->words[2]});
  default:
    return false;
  }
}

term lift_unary(terms *tt, term_kind kind, term a, uint32_t p0, uint32_t p1) {
  if (!is_value_ite(tt, a))
    return TERM_NONE;
  term c = arg_of(tt, a, 0), x = arg_of(tt, a, 1), y = arg_of(tt, a, 2);
  sort none = {0};
  return term_ite(tt, c, term_make(tt, kind, none, &x, 1, p0, p1),
                  term_make(tt, kind, none, &y, 1, p0, p1));
}

static term make2(terms *tt, term_kind kind, term a, term b) {
  return term_make(tt, kind, (sort){0}, (term[]){a, b}, 2, 0, 0);
}

term lift_ites(terms *tt, term_kind kind, term a, term b) {
  bool ite_a = is_value_ite(tt, a), ite_b = is_value_ite(tt, b);
  if (!(ite_a || ite_b))
    return TERM_NONE;
  if (!(ite_a || is_value(tt, a)) || !(ite_b || is_value(tt, b)))
    return TERM_NONE;
  term c = arg_of(tt, ite_a ? a : b, 0);
  if (ite_a && ite_b && !term_eq(c, arg_of(tt, b, 0)))
    return TERM_NONE;
  term a1 = ite_a ? arg_of(tt, a, 1) : a, a2 = ite_a ? arg_of(tt, a, 2) : a;
  term b1 = ite_b ? arg_of(tt, b, 1) : b, b2 = ite_b ? arg_of(tt, b, 2) : b;
  return term_ite(tt, c, make2(tt, kind, a1, b1), make2(tt, kind, a2, b2));
}

// Rebuilding a chain grows it by a constant factor, but for every user anew:
// long ones stay as they are.
bool lift_is_short(const terms *tt, term t) {
  for (uint32_t links = 0; is_kind(tt, t, TERM_ITE); links++) {
    term x = arg_of(tt, t, 1), y = arg_of(tt, t, 2);
    if (!is_value(tt, x) && !is_value(tt, y))
      return true;
    if (links == MAX_CHAIN)
      return false;
    t = is_value(tt, x) ? y : x;
  }
  return true;
}

term lift_comparison(terms *tt, term_kind kind, term a, term b) {
  bool left = is_kind(tt, a, TERM_ITE) && is_value(tt, b);
  bool right = is_kind(tt, b, TERM_ITE) && is_value(tt, a);
  if (!left && !right)
    return lift_binary(tt, kind, a, b);
  term choice = left ? a : b;
  term c = arg_of(tt, choice, 0);
  term x = arg_of(tt, choice, 1), y = arg_of(tt, choice, 2);
  if ((!is_value(tt, x) && !is_value(tt, y)) || !lift_is_short(tt, choice))
    return TERM_NONE;
  return term_ite(tt, c, left ? make2(tt, kind, x, b) : make2(tt, kind, a, x),
                  left ? make2(tt, kind, y, b) : make2(tt, kind, a, y));
}

// --- the constructor by kind ------------------------------------------------

typedef term (*maker1)(terms *, term);
typedef term (*maker2)(terms *, term, term);

static const maker1 UNARY[TERM_KIND_COUNT] = {
    [TERM_NOT] = term_not,
    [TERM_BVNOT] = term_bvnot,
    [TERM_BVNEG] = term_bvneg,
    [TERM_NEG] = term_neg,
    [TERM_TO_REAL] = term_to_real,
    [TERM_TO_INT] = term_to_int,
    [TERM_BV_TO_INT] = term_bv_to_int,
};

static const maker2 BINARY[TERM_KIND_COUNT] = {
    [TERM_EQ] = term_eq_make,      [TERM_BVAND] = term_bvand,
    [TERM_BVOR] = term_bvor,       [TERM_BVXOR] = term_bvxor,
    [TERM_BVADD] = term_bvadd,     [TERM_BVMUL] = term_bvmul,
    [TERM_BVUDIV] = term_bvudiv,   [TERM_BVUREM] = term_bvurem,
    [TERM_BVSDIV] = term_bvsdiv,   [TERM_BVSREM] = term_bvsrem,
    [TERM_BVSHL] = term_bvshl,     [TERM_BVLSHR] = term_bvlshr,
    [TERM_BVASHR] = term_bvashr,   [TERM_CONCAT] = term_concat,
    [TERM_BVULT] = term_bvult,     [TERM_BVULE] = term_bvule,
    [TERM_BVSLT] = term_bvslt,     [TERM_BVSLE] = term_bvsle,
    [TERM_ADD] = term_add,         [TERM_MUL] = term_mul,
    [TERM_DIV] = term_div,         [TERM_INT_DIV] = term_int_div,
    [TERM_INT_MOD] = term_int_mod, [TERM_LT] = term_lt,
    [TERM_LE] = term_le,           [TERM_SELECT] = term_select,
};

// One argument, and parameters or a sort.
static term make_shaped(terms *tt, term_kind kind, sort s, term a, uint32_t p0,
                        uint32_t p1) {
  switch (kind) {
  case TERM_EXTRACT:
    return term_extract(tt, a, p0, p1);
  case TERM_ZERO_EXTEND:
    return term_zero_extend(tt, a, p0);
  case TERM_SIGN_EXTEND:
    return term_sign_extend(tt, a, p0);
  case TERM_INT_TO_BV:
    return term_int_to_bv(tt, p0, a);
  case TERM_CONST_ARRAY:
    return term_const_array(tt, s, a);
  default:
    UNREACHABLE();
  }
}

term term_make(terms *tt, term_kind kind, sort s, const term *args, uint32_t n,
               uint32_t param0, uint32_t param1) {
  assert(kind != TERM_VALUE && kind != TERM_VARIABLE);
  assert(kind < TERM_KIND_COUNT);
  if (kind == TERM_AND)
    return term_and_n(tt, args, n);
  if (kind == TERM_OR)
    return term_or_n(tt, args, n);
  if (n == 2) {
    assert(BINARY[kind]);
    return BINARY[kind](tt, args[0], args[1]);
  }
  if (n == 1)
    return UNARY[kind] ? UNARY[kind](tt, args[0])
                       : make_shaped(tt, kind, s, args[0], param0, param1);
  assert(n == 3 && (kind == TERM_ITE || kind == TERM_STORE));
  return kind == TERM_ITE ? term_ite(tt, args[0], args[1], args[2])
                          : term_store(tt, args[0], args[1], args[2]);
}
