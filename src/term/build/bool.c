// SPDX-License-Identifier: Apache-2.0
// Constructors of negation, and what is made of it.
//
// De Morgan's laws would let every function of two literals be written twice,
// and the rules for junctions would not see that x and the negation of the
// other way to write x clash. So there is one way: a negation of 'or' is an
// 'and', and a negation of 'and' stays, unless all arguments are negations,
// which gives an 'or'; an 'or' has no negation among its arguments (see
// build_junction.c). Conjunctions are always 'and' so: who wants the conjuncts
// of a formula finds them. Large junctions keep their form.
#include "term/build/build.h"

static bool all_negated(const terms *tt, const node *n) {
  const term *args = node_args(n);
  for (uint32_t i = 0; i < n->arity; i++)
    if (!is_kind(tt, args[i], TERM_NOT))
      return false;
  return true;
}

// The junction of the negated arguments, by the other constructor.
static term not_junction(terms *tt, term a, const node *n) {
  bool is_and = n->kind == TERM_AND;
  if (n->arity > SMALL_ARITY || (is_and && !all_negated(tt, n)))
    return node_make1(tt, TERM_NOT, tt->bool_sort, a);
  term args[SMALL_ARITY];
  for (uint32_t i = 0; i < n->arity; i++)
    args[i] = term_not(tt, node_args(n)[i]);
  return is_and ? term_or_n(tt, args, n->arity)
                : term_and_n(tt, args, n->arity);
}

// The same conditions are negated again and again; those at the top of a long
// chain would be taken apart to the bottom each time.
static term not_junction_cached(terms *tt, term a, const node *n) {
  term_pair *known = &tt->negations[a.id % NEGATIONS];
  if (!term_eq(known->from, a)) {
    term t = not_junction(tt, a, n);
    *known = (term_pair){a, t};
  }
  return known->to;
}

static term not_rules(terms *tt, term a) {
  const node *n = node_of(tt, a);
  term x = {n->words[0]}, y = {n->words[1]};
  switch ((term_kind)n->kind) {
  case TERM_VALUE:
    return term_bool(tt, is_false(a));
  case TERM_NOT:
    return x;
  case TERM_AND:
  case TERM_OR:
    return not_junction_cached(tt, a, n);
  case TERM_BVULT:
    return term_bvule(tt, y, x);
  case TERM_BVULE:
    return term_bvult(tt, y, x);
  case TERM_BVSLT:
    return term_bvsle(tt, y, x);
  case TERM_BVSLE:
    return term_bvslt(tt, y, x);
  case TERM_LT:
    return term_le(tt, y, x);
  case TERM_LE:
    return term_lt(tt, y, x);
  default:
    return node_make1(tt, TERM_NOT, tt->bool_sort, a);
  }
}

term term_not(terms *tt, term a) {
  assert(is_bool(tt, a));
  if (!rules_enter(tt))
    return node_make1(tt, TERM_NOT, tt->bool_sort, a);
  return rules_leave(tt, not_rules(tt, a));
}

// --- derived ----------------------------------------------------------------

term term_implies(terms *tt, term a, term b) {
  return term_or(tt, term_not(tt, a), b);
}

term term_xor(terms *tt, term a, term b) {
  assert(is_bool(tt, a));
  return term_not(tt, term_eq_make(tt, a, b));
}

term term_distinct(terms *tt, term a, term b) {
  return term_not(tt, term_eq_make(tt, a, b));
}
