// SPDX-License-Identifier: Apache-2.0
// The constructor of if-then-else.
//
// A condition is never a negation or, for bit-vectors, a 'less or equal' (its
// branches change places instead), and a Boolean ite has no constant branch.
#include "term/build/build.h"

// Both branches are Boolean. TERM_NONE: no rule.
static term bool_rules(terms *tt, term c, term x, term y) {
  assert(is_bool(tt, x) && is_bool(tt, y));
  if (is_true(x) || term_eq(c, x))
    return term_or(tt, c, y);
  if (is_false(y) || term_eq(c, y))
    return term_and(tt, c, x);
  if (is_false(x) || node_is_complement(tt, c, x))
    return term_and(tt, term_not(tt, c), y);
  if (is_true(y) || node_is_complement(tt, c, y))
    return term_or(tt, term_not(tt, c), x);
  if (node_is_complement(tt, x, y))
    return term_eq_make(tt, c, x);
  return TERM_NONE;
}

typedef enum { ANSWER_NO, ANSWER_YES, ANSWER_OPEN } answer;

// c is x = k1, and d is x = k2.
static bool are_exclusive(const terms *tt, const node *c, const node *d) {
  return c->kind == TERM_EQ && d->kind == TERM_EQ &&
         c->words[0] == d->words[0] && c->words[1] != d->words[1] &&
         is_value(tt, (term){c->words[1]}) && is_value(tt, (term){d->words[1]});
}

// Does c, which is 'holds', decide d by itself or as one of d's arguments?
static answer decide_top(const terms *tt, term c, bool holds, term d) {
  if (term_eq(c, d))
    return holds ? ANSWER_YES : ANSWER_NO;
  if (node_is_complement(tt, c, d))
    return holds ? ANSWER_NO : ANSWER_YES;
  const node *m = node_of(tt, c), *n = node_of(tt, d);
  if (holds && are_exclusive(tt, m, n))
    return ANSWER_NO;
  if ((n->kind != TERM_AND && n->kind != TERM_OR) || n->arity > SMALL_ARITY)
    return ANSWER_OPEN;
  bool is_and = n->kind == TERM_AND;
  for (uint32_t i = 0; i < n->arity; i++) {
    term x = node_args(n)[i];
    bool known = term_eq(x, c), opposite = node_is_complement(tt, x, c);
    bool x_holds = known ? holds : !holds;
    if ((known || opposite) && x_holds != is_and)
      return is_and ? ANSWER_NO : ANSWER_YES;
  }
  return ANSWER_OPEN;
}

// The same for all that c is made of: where a conjunction holds, or a
// disjunction does not, its arguments are known, too. Looks at a few nodes.
static answer decide(const terms *tt, term c, bool holds, term d) {
  struct {
    term t;
    bool holds;
  } known[16];
  uint32_t count = 0;
  known[count].t = c;
  known[count++].holds = holds;
  for (uint32_t i = 0; i < count; i++) {
    answer a = decide_top(tt, known[i].t, known[i].holds, d);
    if (a != ANSWER_OPEN)
      return a;
    const node *n = node_of(tt, known[i].t);
    bool is_not = n->kind == TERM_NOT;
    bool splits = n->kind == (known[i].holds ? TERM_AND : TERM_OR);
    for (uint32_t k = 0; (is_not || splits) && k < n->arity; k++)
      if (count < sizeof known / sizeof *known) {
        known[count].t = node_args(n)[k];
        known[count++].holds = known[i].holds != is_not;
      }
  }
  return ANSWER_OPEN;
}

// A branch that asks what the condition has answered.
static term strip_branch(const terms *tt, term c, term t, bool holds) {
  const node *n = node_of(tt, t), *e = node_of(tt, c);
  // Where x = k holds, x is k.
  if (holds && e->kind == TERM_EQ && e->words[0] == t.id &&
      is_value(tt, (term){e->words[1]}))
    return (term){e->words[1]};
  if (n->kind != TERM_ITE)
    return t;
  answer a = decide(tt, c, holds, (term){n->words[0]});
  if (a == ANSWER_OPEN)
    return t;
  return (term){n->words[a == ANSWER_YES ? 1 : 2]};
}

// ite(c, x, ite(d, x, y)) and the like: two tests for one value become one.
static term merge_tests(terms *tt, term c, term x, term y) {
  if (is_kind(tt, y, TERM_ITE)) {
    term d = arg_of(tt, y, 0), p = arg_of(tt, y, 1), q = arg_of(tt, y, 2);
    if (term_eq(p, x))
      return term_ite(tt, term_or(tt, c, d), x, q);
    if (term_eq(q, x))
      return term_ite(tt, term_or(tt, c, term_not(tt, d)), x, p);
  }
  if (is_kind(tt, x, TERM_ITE)) {
    term d = arg_of(tt, x, 0), p = arg_of(tt, x, 1), q = arg_of(tt, x, 2);
    if (term_eq(q, y))
      return term_ite(tt, term_and(tt, c, d), p, y);
    if (term_eq(p, y))
      return term_ite(tt, term_and(tt, c, term_not(tt, d)), q, y);
  }
  return TERM_NONE;
}

// Both branches are the same extension of narrower terms.
static term narrow_branches(terms *tt, term c, term x, term y) {
  const node *m = node_of(tt, x), *n = node_of(tt, y);
  if (m->kind != n->kind)
    return TERM_NONE;
  if (m->kind != TERM_ZERO_EXTEND && m->kind != TERM_SIGN_EXTEND)
    return TERM_NONE;
  uint32_t by = node_param(m, 0);
  if (by != node_param(n, 0))
    return TERM_NONE;
  bool is_signed = m->kind == TERM_SIGN_EXTEND;
  term t = term_ite(tt, c, (term){m->words[0]}, (term){n->words[0]});
  return is_signed ? term_sign_extend(tt, t, by) : term_zero_extend(tt, t, by);
}

// c is x = y itself: both branches have the same value where it matters.
static bool is_choice_of_equals(const terms *tt, term c, term x, term y) {
  const node *n = node_of(tt, c);
  return n->kind == TERM_EQ && ((n->words[0] == x.id && n->words[1] == y.id) ||
                                (n->words[0] == y.id && n->words[1] == x.id));
}

static bool is_negative(term_kind kind) {
  return kind == TERM_NOT || kind == TERM_BVULE || kind == TERM_BVSLE ||
         kind == TERM_LE;
}

static term ite_rules(terms *tt, term c, term x, term y) {
  if (is_true(c) || term_eq(x, y))
    return x;
  if (is_false(c))
    return y;
  // Int comparisons with constants are always 'less or equal', so that turning
  // one may give another: only what really is the complement is turned.
  if (is_negative(kind_of(tt, c))) {
    term d = term_not(tt, c);
    if (!is_negative(kind_of(tt, d)))
      return term_ite(tt, d, y, x);
  }
  term sx = strip_branch(tt, c, x, true), sy = strip_branch(tt, c, y, false);
  if (!term_eq(sx, x) || !term_eq(sy, y))
    return term_ite(tt, c, sx, sy);
  if (is_choice_of_equals(tt, c, x, y))
    return y;
  term t = is_bool(tt, x) ? bool_rules(tt, c, x, y) : TERM_NONE;
  if (term_is_none(t))
    t = merge_tests(tt, c, x, y);
  if (term_is_none(t))
    t = narrow_branches(tt, c, x, y);
  return term_is_none(t) ? node_make3(tt, TERM_ITE, sort_of(tt, x), c, x, y)
                         : t;
}

term term_ite(terms *tt, term condition, term yes, term no) {
  assert(is_bool(tt, condition));
  assert(sort_eq(sort_of(tt, yes), sort_of(tt, no)));
  if (!rules_enter(tt))
    return node_make3(tt, TERM_ITE, sort_of(tt, yes), condition, yes, no);
  return rules_leave(tt, ite_rules(tt, condition, yes, no));
}
