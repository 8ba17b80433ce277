// SPDX-License-Identifier: Apache-2.0
// Why a model makes its formulas true: a set of comparisons, with their values.
// Those that are equations and true are what is known. Each equation that is
// false is a goal: if its difference is in the ideal of what is known, the
// model is none. So is the equation of two words that are compared with others,
// have different values, and are the same by algebra.
//
// If-then-else terms are the branch that the model chooses; the condition is
// then a premise of the fact, and what makes it true is known, too. A remainder
// is an unknown that has its value in the model as a further premise: whether a
// number is even is often all that matters.
#include "algebra/facts.h"

#include <assert.h>

#include "algebra/ideal.h"
#include "term/branches.h"
#include "term/walk.h"

enum {
  MAX_LITERALS = 400, // comparisons that are looked at
  MAX_NODES = 20000,  // of all terms together
  MAX_KNOWN = 48,     // equations that count for one goal
  MAX_SIDES = 24      // of comparisons that are no equations
};

// An equation without its if-then-else terms.
typedef struct {
  algebra_equation equation;
  term identity;       // or none: the term that stands for one
  term_vec conditions; // under which the rest is true
  polynomial zero;     // one side minus the other one
} known_zero;

typedef struct {
  terms *tt;
  algebra_value model;
  void *data;
  const limits *limits;
  uint32_t nodes; // visited so far
  term_set seen;  // literals
  term_vec work;  // formulas and conditions to be explained
  VEC(known_zero) known;
  VEC(algebra_equation) goals;
  term_vec sides;             // of comparisons
  VEC(algebra_equation) ties; // sides of an order, of the same value
  term_set asked;             // remainders and quotients that were taken apart
} finder;

void algebra_fact_clear(algebra_fact *f) {
  vec_free(&f->conditions);
  vec_free(&f->equations);
  vec_free(&f->cofactors);
  vec_free(&f->identities);
  vec_free(&f->identity_cofactors);
}

static term formula_of(terms *tt, algebra_equation e) {
  return term_eq_make(tt, e.left, e.right);
}

term algebra_fact_formula(terms *tt, const algebra_fact *f) {
  term premises = term_true(tt);
  for (uint32_t i = 0; i < f->conditions.len; i++)
    premises = term_and(tt, premises, f->conditions.data[i]);
  for (uint32_t i = 0; i < f->equations.len; i++)
    premises = term_and(tt, premises, formula_of(tt, f->equations.data[i]));
  return term_implies(tt, premises, formula_of(tt, f->goal));
}

static bool is_true(const finder *f, term t) {
  value v = f->model(f->data, t);
  return v.kind != VALUE_NONE && value_is_true(v);
}

static bool is_word(const finder *f, term t) {
  sort s = term_sort(f->tt, t);
  return sort_get_kind(f->tt, s) == SORT_BV && sort_width(f->tt, s) <= 64;
}

// --- branches ----------------------------------------------------------------

// Appends the conditions, as they are true, of the branches that the model
// takes on both sides.
static void list_conditions(finder *f, algebra_equation e, term_vec *out) {
  term_set seen = {0};
  term_vec stack = {0};
  vec_push(&stack, e.left);
  vec_push(&stack, e.right);
  while (stack.len > 0 && f->nodes < MAX_NODES) {
    term top = vec_pop(&stack);
    if (!term_set_add(&seen, top))
      continue;
    f->nodes++;
    if (term_get_kind(f->tt, top) != TERM_ITE) {
      for (uint32_t i = 0; i < term_arity(f->tt, top); i++)
        vec_push(&stack, term_arg(f->tt, top, i));
      continue;
    }
    term condition = term_arg(f->tt, top, 0);
    bool holds = is_true(f, condition);
    vec_push(out, holds ? condition : term_not(f->tt, condition));
    vec_push(&stack, term_arg(f->tt, top, holds ? 1 : 2));
  }
  vec_free(&stack);
  term_set_free(&seen);
}

static bool subtract_sides(terms *tt, branches *b, algebra_equation e,
                           polynomial *out) {
  polynomial right;
  bool is_small = polynomial_of(tt, branches_take(b, e.left), out);
  bool is_small_too = polynomial_of(tt, branches_take(b, e.right), &right);
  is_small =
      is_small && is_small_too && polynomial_add(out, &right, UINT64_MAX);
  polynomial_clear(&right);
  if (!is_small)
    polynomial_clear(out);
  return is_small;
}

// One side minus the other one where the conditions hold. False: too large.
static bool difference(terms *tt, algebra_equation e,
                       const term_vec *conditions, polynomial *out) {
  branches *b = branches_new(tt);
  for (uint32_t i = 0; i < conditions->len; i++)
    branches_hold(b, conditions->data[i]);
  bool is_small = subtract_sides(tt, b, e, out);
  branches_free(b);
  return is_small;
}

// --- what is known -----------------------------------------------------------

// The equation is true in the model.
static void add_known(finder *f, algebra_equation e) {
  known_zero k = {.equation = e};
  list_conditions(f, e, &k.conditions);
  if (!difference(f->tt, e, &k.conditions, &k.zero)) {
    vec_free(&k.conditions);
    return;
  }
  for (uint32_t i = 0; i < k.conditions.len; i++)
    vec_push(&f->work, k.conditions.data[i]);
  vec_push(&f->known, k);
}

static void add_comparison(finder *f, term t) {
  bool is_equation = term_get_kind(f->tt, t) == TERM_EQ;
  algebra_equation e = {term_arg(f->tt, t, 0), term_arg(f->tt, t, 1)};
  if (!is_word(f, e.left))
    return;
  if (is_equation && is_true(f, t))
    add_known(f, e);
  else if (is_equation)
    vec_push(&f->goals, e);
  else if (value_equal(f->model(f->data, e.left), f->model(f->data, e.right)))
    vec_push(&f->ties, e);
  if (f->sides.len + 2 <= MAX_SIDES) {
    vec_push(&f->sides, e.left);
    vec_push(&f->sides, e.right);
  }
}

// Of a junction the arguments that make it what it is, of another connective
// all arguments.
static void explain_connective(finder *f, term t) {
  term_kind kind = term_get_kind(f->tt, t);
  bool is_junction = kind == TERM_AND || kind == TERM_OR;
  bool decides = kind == TERM_OR; // one argument with this value is enough
  bool is_decided = is_junction && is_true(f, t) == decides;
  for (uint32_t i = 0; i < term_arity(f->tt, t); i++) {
    term argument = term_arg(f->tt, t, i);
    if (is_decided && is_true(f, argument) != decides)
      continue;
    vec_push(&f->work, argument);
    if (is_decided)
      break;
  }
}

static void explain(finder *f, term t) {
  if (!term_set_add(&f->seen, t))
    return;
  f->nodes++;
  if (term_is_comparison(f->tt, t))
    add_comparison(f, t);
  else if (term_is_connective(f->tt, t))
    explain_connective(f, t);
}

static void explain_all(finder *f) {
  while (f->work.len > 0 && f->nodes < MAX_NODES &&
         f->known.len + f->goals.len < MAX_LITERALS)
    explain(f, vec_pop(&f->work));
}

// --- quotients and remainders ------------------------------------------------

// The equation of a word with its value in the model is one more premise.
static void add_value(finder *f, term t) {
  value v = f->model(f->data, t);
  if (v.kind != VALUE_NONE && !term_is_value(f->tt, t))
    add_known(f, (algebra_equation){t, term_value(f->tt, v)});
}

static void add_identity(finder *f, term of, term x, term y, term quotient,
                         term remainder) {
  known_zero k = {.identity = of};
  term sum = term_bvadd(f->tt, term_bvmul(f->tt, y, quotient), remainder);
  if (polynomial_of(f->tt, term_bvsub(f->tt, x, sum), &k.zero))
    vec_push(&f->known, k);
  add_value(f, remainder);
}

// x >> k, as it is written: the upper bits of x, extended.
static void add_shift(finder *f, term t) {
  term upper = term_arg(f->tt, t, 0);
  if (term_get_kind(f->tt, upper) != TERM_EXTRACT)
    return;
  term x = term_arg(f->tt, upper, 0);
  uint32_t width = term_width(f->tt, x), k = term_param(f->tt, upper, 1);
  if (term_param(f->tt, upper, 0) != width - 1 || k == 0 ||
      term_width(f->tt, t) != width)
    return;
  term low =
      term_zero_extend(f->tt, term_extract(f->tt, x, k - 1, 0), width - k);
  add_identity(f, t, x, term_bv(f->tt, width, UINT64_C(1) << k), t, low);
}

static term extend_like(finder *f, term t, term inner) {
  uint32_t by = term_param(f->tt, t, 0);
  term made = term_get_kind(f->tt, t) == TERM_SIGN_EXTEND
                  ? term_sign_extend(f->tt, inner, by)
                  : term_zero_extend(f->tt, inner, by);
  return term_is_value(f->tt, inner) // which not every table makes a constant
             ? term_value(f->tt, f->model(f->data, made))
             : made;
}

// The extension of a sum is the sum of the extensions, if nothing wraps: that
// is one more premise where it is so in the model.
static void add_extension(finder *f, term t) {
  term inner = term_arg(f->tt, t, 0);
  bool is_negation = term_get_kind(f->tt, inner) == TERM_BVNEG;
  if (!is_negation && term_get_kind(f->tt, inner) != TERM_BVADD)
    return;
  term a = extend_like(f, t, term_arg(f->tt, inner, 0));
  term sum =
      is_negation
          ? term_bvneg(f->tt, a)
          : term_bvadd(f->tt, a, extend_like(f, t, term_arg(f->tt, inner, 1)));
  algebra_equation e = {t, sum};
  if (is_true(f, formula_of(f->tt, e)))
    add_known(f, e);
}

static void take_apart(finder *f, term t) {
  term_kind kind = term_get_kind(f->tt, t);
  if (kind == TERM_ZERO_EXTEND || kind == TERM_SIGN_EXTEND) {
    add_shift(f, t);
    add_extension(f, t);
  }
  bool is_signed = kind == TERM_BVSDIV || kind == TERM_BVSREM;
  if (!is_signed && kind != TERM_BVUDIV && kind != TERM_BVUREM)
    return;
  term x = term_arg(f->tt, t, 0), y = term_arg(f->tt, t, 1);
  if (is_signed)
    add_identity(f, t, x, y, term_bvsdiv(f->tt, x, y),
                 term_bvsrem(f->tt, x, y));
  else
    add_identity(f, t, x, y, term_bvudiv(f->tt, x, y),
                 term_bvurem(f->tt, x, y));
}

static void take_apart_all(finder *f, const polynomial *p) {
  for (uint32_t i = 0; i < p->parts.len; i++) {
    monomial m = p->parts.data[i];
    for (uint32_t k = 0; k < m.degree; k++)
      if (term_set_add(&f->asked, m.factors[k]))
        take_apart(f, m.factors[k]);
  }
}

// --- goals -------------------------------------------------------------------

static void note_unknowns(const polynomial *p, term_set *out) {
  for (uint32_t i = 0; i < p->parts.len; i++)
    for (uint32_t k = 0; k < p->parts.data[i].degree; k++)
      term_set_add(out, p->parts.data[i].factors[k]);
}

static bool has_unknown(const polynomial *p, const term_set *of) {
  for (uint32_t i = 0; i < p->parts.len; i++)
    for (uint32_t k = 0; k < p->parts.data[i].degree; k++)
      if (term_set_has(of, p->parts.data[i].factors[k]))
        return true;
  return false;
}

// The ideal of what shares unknowns with the goal, or with what does. 'used'
// gets the indices of its generators.
static ideal *ideal_around(const finder *f, const polynomial *goal,
                           uint32_t *used, uint32_t *count) {
  ideal *made = ideal_new(goal->width);
  term_set near = {0};
  bool is_in[MAX_LITERALS * 4] = {false}, has_grown = true;
  assert(f->known.len <= sizeof is_in / sizeof *is_in);
  note_unknowns(goal, &near);
  *count = 0;
  while (has_grown && *count < MAX_KNOWN) {
    has_grown = false;
    for (uint32_t i = 0; i < f->known.len && *count < MAX_KNOWN; i++) {
      const polynomial *zero = &f->known.data[i].zero;
      if (is_in[i] || zero->width != goal->width || !has_unknown(zero, &near))
        continue;
      is_in[i] = has_grown = true;
      note_unknowns(zero, &near);
      used[(*count)++] = i;
      ideal_add(made, zero);
    }
  }
  term_set_free(&near);
  return made;
}

static void use(finder *f, const known_zero *k, const polynomial *cofactor,
                algebra_fact *out) {
  for (uint32_t i = 0; i < k->conditions.len; i++)
    vec_push(&out->conditions, k->conditions.data[i]);
  term times = polynomial_term(f->tt, cofactor);
  if (term_is_none(k->identity)) {
    vec_push(&out->equations, k->equation);
    vec_push(&out->cofactors, times);
  } else {
    vec_push(&out->identities, k->identity);
    vec_push(&out->identity_cofactors, times);
  }
}

// 'conditions' are those of the goal.
static bool follows(finder *f, algebra_equation goal,
                    const polynomial *difference, const term_vec *conditions,
                    algebra_fact *out) {
  uint32_t used[MAX_KNOWN], count;
  ideal_sum how;
  ideal *around = ideal_around(f, difference, used, &count);
  bool is = ideal_contains(around, difference, f->limits, &how);
  ideal_free(around);
  if (!is)
    return false;
  *out = (algebra_fact){.goal = goal};
  for (uint32_t i = 0; i < conditions->len; i++)
    vec_push(&out->conditions, conditions->data[i]);
  for (uint32_t i = 0; i < how.parts.len; i++) {
    const ideal_part *part = &how.parts.data[i];
    if (!polynomial_is_zero(&part->cofactor))
      use(f, &f->known.data[used[part->generator]], &part->cofactor, out);
  }
  ideal_sum_clear(&how);
  return true;
}

static bool try_goal(finder *f, algebra_equation goal, algebra_fact *out) {
  term_vec conditions = {0};
  polynomial d;
  list_conditions(f, goal, &conditions);
  for (uint32_t i = 0; i < conditions.len; i++)
    vec_push(&f->work, conditions.data[i]);
  explain_all(f);
  bool is = difference(f->tt, goal, &conditions, &d);
  if (is) {
    take_apart_all(f, &d);
    for (uint32_t i = 0; i < f->known.len && f->known.len < MAX_LITERALS; i++) {
      polynomial zero = f->known.data[i].zero; // stays where it is
      take_apart_all(f, &zero);
    }
    is = follows(f, goal, &d, &conditions, out);
    polynomial_clear(&d);
  }
  vec_free(&conditions);
  return is;
}

// Two words that are compared with others, of which one has a product: are
// they the same, and have different values?
static bool try_sides(finder *f, term a, term b, algebra_fact *out) {
  if (term_width(f->tt, a) != term_width(f->tt, b) ||
      !(term_has_products(f->tt, a) || term_has_products(f->tt, b)) ||
      value_equal(f->model(f->data, a), f->model(f->data, b)))
    return false;
  return try_goal(f, (algebra_equation){a, b}, out);
}

static bool try_all(finder *f, algebra_fact *out) {
  for (uint32_t i = 0; i < f->goals.len; i++) {
    if (limits_stop(f->limits) != LIMIT_NONE)
      return false;
    if (try_goal(f, f->goals.data[i], out))
      return true;
  }
  for (uint32_t i = 0; i < f->sides.len; i++)
    for (uint32_t k = 0; k < i; k++)
      if (limits_stop(f->limits) == LIMIT_NONE &&
          try_sides(f, f->sides.data[i], f->sides.data[k], out))
        return true;
  return false;
}

// Where a loop ends because i has come to n, two orders say that they are the
// same, and no equation. That they are is one more premise of what is found
// with it, so it is the last resort.
static bool try_with_ties(finder *f, algebra_fact *out) {
  if (f->ties.len == 0)
    return false;
  for (uint32_t i = 0; i < f->ties.len && f->known.len < MAX_LITERALS; i++)
    add_known(f, f->ties.data[i]);
  return try_all(f, out);
}

static void finder_clear(finder *f) {
  for (uint32_t i = 0; i < f->known.len; i++) {
    vec_free(&f->known.data[i].conditions);
    polynomial_clear(&f->known.data[i].zero);
  }
  vec_free(&f->known);
  vec_free(&f->work);
  vec_free(&f->goals);
  vec_free(&f->sides);
  vec_free(&f->ties);
  term_set_free(&f->seen);
  term_set_free(&f->asked);
}

bool algebra_find_fact(terms *tt, const term_vec *formulas, algebra_value model,
                       void *data, const limits *l, algebra_fact *out) {
  finder f = {.tt = tt, .model = model, .data = data, .limits = l};
  for (uint32_t i = 0; i < formulas->len; i++)
    vec_push(&f.work, formulas->data[i]);
  explain_all(&f);
  bool is_found = try_all(&f, out) || try_with_ties(&f, out);
  finder_clear(&f);
  return is_found;
}
