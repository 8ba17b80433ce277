// SPDX-License-Identifier: Apache-2.0
// What the constructor files share: constants, patterns, and the guard that
// bounds how deep rules call rules.
#ifndef TERM_BUILD_BUILD_H
#define TERM_BUILD_BUILD_H

#include "term/node.h"

// Every constructor is
//   if (!rules_enter(tt)) return <the node as asked for>;
//   return rules_leave(tt, <rules>(tt, ...));
// so that a table without simplification builds exactly what it is told, and
// rules that call constructors cannot go deeper than RULE_DEPTH.
static inline bool rules_enter(terms *tt) {
  if (!tt->simplify || tt->depth >= RULE_DEPTH)
    return false;
  tt->depth++;
  return true;
}

static inline term rules_leave(terms *tt, term t) {
  assert(tt->depth > 0 && t.id != 0);
  tt->depth--;
  return t;
}

// --- constants --------------------------------------------------------------

// The constant term of a value just computed in tt->scratch, which is reset:
// fold and intern one value at a time.
term fold_value(terms *tt, value v);
term fold_unary(terms *tt, bvop op, term a);          // a constant
term fold_binary(terms *tt, bvop op, term a, term b); // both constants

term fold_integer(terms *tt, sort s, int64_t n); // Int or Real

typedef enum { BV_ZERO, BV_ONE, BV_ONES, BV_MIN, BV_MAX } bv_pattern;
bool bv_is_pattern(const terms *tt, term t, bv_pattern p); // false: no constant
term bv_make_pattern(terms *tt, uint32_t width, bv_pattern p);
// k if t is the constant 2^k, else -1.
int64_t bv_log2(const terms *tt, term t);
// Number of low bits that are one if t is 0...01...1, else -1. Zero gives 0.
int64_t bv_low_mask(const terms *tt, term t);
bool bv_bit(const terms *tt, term constant, uint32_t i);

static inline bool is_zero(const terms *tt, term t) {
  return bv_is_pattern(tt, t, BV_ZERO);
}
static inline bool is_ones(const terms *tt, term t) {
  return bv_is_pattern(tt, t, BV_ONES);
}

// Orders the arguments of a commutative operator: constants last, else by id.
static inline void order_args(const terms *tt, term *a, term *b) {
  bool swap =
      is_value(tt, *a) != is_value(tt, *b) ? is_value(tt, *a) : a->id > b->id;
  if (swap) {
    term t = *a;
    *a = *b;
    *b = t;
  }
}

// Junctions with more arguments than this are not searched or turned around.
enum { SMALL_ARITY = 8 };

// --- shapes -----------------------------------------------------------------

// One is the negation of the other, as far as their tops show.
bool node_is_complement(const terms *tt, term a, term b);    // Bool
bool node_is_bv_complement(const terms *tt, term a, term b); // bvnot

// The sign bit is zero, as far as the top shows.
bool node_is_nonnegative(const terms *tt, term t);

// t = ite(c, k1, k2) with constants.
static inline bool is_value_ite(const terms *tt, term t) {
  const node *n = node_of(tt, t);
  return n->kind == TERM_ITE && is_value(tt, (term){n->words[1]}) &&
         is_value(tt, (term){n->words[2]});
}

// The operator moved into the branches where that leaves constants only:
// op(ite(c, k1, k2)), op(ite(c, k1, k2), k3), and so on. TERM_NONE: it does
// not.
term lift_unary(terms *tt, term_kind kind, term a, uint32_t p0, uint32_t p1);
term lift_ites(terms *tt, term_kind kind, term a, term b);
static inline term lift_binary(terms *tt, term_kind kind, term a, term b) {
  bool ite = is_kind(tt, a, TERM_ITE) || is_kind(tt, b, TERM_ITE);
  return ite ? lift_ites(tt, kind, a, b) : TERM_NONE;
}

// 'a and b' (or 'a or b') as one comparison, if both bound the same term by a
// constant: x < 3 and x < 5, 3 <= x and x < 4. TERM_NONE: they do not.
term bv_join_bounds(terms *tt, bool is_and, term a, term b);

// t is ite(c1, k1, ite(c2, k2, ... x)), with few enough constants for a rule
// that rebuilds it. Also true if t is no ite at all.
bool lift_is_short(const terms *tt, term t);

// A comparison of an ite that has a constant branch with a constant, pushed
// into the branches: ite(c, k1, x) < k. TERM_NONE: it does not apply.
term lift_comparison(terms *tt, term_kind kind, term a, term b);

#endif
