// SPDX-License-Identifier: Apache-2.0
// A block that adds one to this or that counter keeps their sum, and where a
// loop ends with y = 0, n = y + z is n = z. For a SAT solver that is a matter
// of adders; but in each case the constructors of terms bring it to what is
// known. Products are worse for it, and as easy for polynomials: an equation
// that says what a variable is takes that out of all others, and what is left
// of one that follows is zero.
#include "invariant/deduction.h"

#include <assert.h>

#include "base/mem.h"
#include "term/walk.h"
#include "term/build/build.h"
#include "algebra/polynomial.h"
#include "term/subst.h"

enum { MAX_CASES = 64, MAX_NODES = 2000, MAX_RULES = 64 };

// An unknown is that, which has no unknown of a rule before it.
typedef struct {
  term unknown;
  polynomial is;
} rule;

typedef struct {
  term variable, is;
} equal;

struct deduction {
  terms *tt;
  subst *values;    // of variables
  VEC(equal) equal; // of these, what was equated
  term_set known;
  VEC(rule) rules;
  VEC(polynomial) zeros; // known to be zero, and no rules
};

// --- what the guard says ----------------------------------------------------

static void note_value(const terms *tt, subst *s, term variable,
                       term constant) {
  if (term_get_kind(tt, variable) == TERM_VARIABLE &&
      term_is_value(tt, constant))
    subst_bind(s, variable, constant);
}

static void note_equation(const terms *tt, subst *s, term t) {
  if (term_get_kind(tt, t) != TERM_EQ)
    return;
  note_value(tt, s, term_arg(tt, t, 0), term_arg(tt, t, 1));
  note_value(tt, s, term_arg(tt, t, 1), term_arg(tt, t, 0));
}

// --- what is known ----------------------------------------------------------

// Of an equation between numbers or words, one side minus the other; else none.
static term difference(terms *tt, term t) {
  if (term_get_kind(tt, t) != TERM_EQ)
    return TERM_NONE;
  term a = term_arg(tt, t, 0), b = term_arg(tt, t, 1);
  sort_kind kind = sort_get_kind(tt, term_sort(tt, a));
  if (kind == SORT_BV)
    return term_bvsub(tt, a, b);
  return kind == SORT_INT || kind == SORT_REAL ? term_sub(tt, a, b) : TERM_NONE;
}

static term negation(terms *tt, term t) {
  bool is_word = sort_get_kind(tt, term_sort(tt, t)) == SORT_BV;
  return is_word ? term_bvneg(tt, t) : term_neg(tt, t);
}

// --- polynomials ------------------------------------------------------------

// The polynomial of a term (none: there is none) after all rules.
static bool reduce(const deduction *p, term t, polynomial *out) {
  *out = (polynomial){0};
  bool is_small = !term_is_none(t) && polynomial_of(p->tt, t, out);
  for (uint32_t i = 0; i < p->rules.len && is_small; i++)
    if (p->rules.data[i].is.width == out->width)
      is_small = polynomial_replace(out, p->rules.data[i].unknown,
                                    &p->rules.data[i].is);
  return is_small;
}

// The term is zero.
static void note_zero(deduction *p, term t) {
  if (p->rules.len + p->zeros.len >= MAX_RULES)
    return;
  polynomial zero;
  rule made;
  if (!reduce(p, t, &zero) || polynomial_is_zero(&zero)) {
    polynomial_clear(&zero);
  } else if (polynomial_solve(&zero, &made.unknown, &made.is)) {
    vec_push(&p->rules, made);
    polynomial_clear(&zero);
  } else {
    vec_push(&p->zeros, zero);
  }
}

// Is p the same as q, or is it -q?
static bool is_same(const polynomial *p, const polynomial *q, bool is_negated) {
  if (p->width != q->width)
    return false;
  polynomial sum = {.width = p->width};
  bool is = polynomial_add(&sum, p, 1) &&
            polynomial_add(&sum, q, is_negated ? 1 : UINT64_MAX) &&
            polynomial_is_zero(&sum);
  polynomial_clear(&sum);
  return is;
}

// Takes out of the polynomial what the equation, if it is one, says of an
// unknown.
static bool reduce_by(const deduction *p, term equation, polynomial *left) {
  polynomial zero, is;
  term unknown;
  bool is_small = true;
  if (reduce(p, difference(p->tt, equation), &zero) &&
      zero.width == left->width && polynomial_solve(&zero, &unknown, &is)) {
    is_small = polynomial_replace(left, unknown, &is);
    polynomial_clear(&is);
  }
  polynomial_clear(&zero);
  return is_small;
}

static bool comes_to_zero(const deduction *p, term t, term equation) {
  polynomial left;
  bool is_small = reduce(p, t, &left) && reduce_by(p, equation, &left);
  bool is = is_small && polynomial_is_zero(&left);
  for (uint32_t i = 0; i < p->zeros.len && is_small && !is; i++)
    is = is_same(&left, &p->zeros.data[i], false) ||
         is_same(&left, &p->zeros.data[i], true);
  polynomial_clear(&left);
  return is;
}

// --- knowing ----------------------------------------------------------------

static void note_guard(deduction *p, term guard) {
  term_vec parts = {0};
  vec_push(&parts, guard);
  while (parts.len > 0) {
    term t = vec_pop(&parts);
    term_kind kind = term_get_kind(p->tt, t);
    for (uint32_t i = 0; kind == TERM_AND && i < term_arity(p->tt, t); i++)
      vec_push(&parts, term_arg(p->tt, t, i));
    note_equation(p->tt, p->values, t);
    note_zero(p, difference(p->tt, t));
  }
  vec_free(&parts);
}

deduction *deduction_new(terms *tt, term guard) {
  deduction *p = mem_alloc(sizeof *p);
  *p = (deduction){.tt = tt, .values = subst_new(tt)};
  note_guard(p, guard);
  return p;
}

void deduction_free(deduction *p) {
  for (uint32_t i = 0; i < p->rules.len; i++)
    polynomial_clear(&p->rules.data[i].is);
  for (uint32_t i = 0; i < p->zeros.len; i++)
    polynomial_clear(&p->zeros.data[i]);
  vec_free(&p->rules);
  vec_free(&p->zeros);
  vec_free(&p->equal);
  subst_free(p->values);
  term_set_free(&p->known);
  mem_free(p);
}

bool deduction_reads(const terms *tt, term t) {
  term_set seen = {0};
  term_vec nodes = {0};
  bool is = false;
  term_postorder(tt, &t, 1, &seen, &nodes);
  for (uint32_t i = 0; i < nodes.len; i++)
    is |= term_get_kind(tt, nodes.data[i]) == TERM_SELECT;
  term_set_free(&seen);
  vec_free(&nodes);
  return is;
}

// What is at most what, by t; a strict order with a constant is one, too.
static bool read_order(terms *tt, term t, term *low, term *high) {
  term_kind kind = term_get_kind(tt, t);
  bool is_strict = kind == TERM_BVSLT || kind == TERM_BVULT;
  if (!is_strict && kind != TERM_BVSLE && kind != TERM_BVULE)
    return false;
  *low = term_arg(tt, t, 0);
  *high = term_arg(tt, t, 1);
  bool is_above = term_is_value(tt, *low), is_below = term_is_value(tt, *high);
  term one = term_bv(tt, term_width(tt, *low), 1);
  if (is_strict && is_above)
    *low = term_bvadd(tt, *low, one);
  else if (is_strict)
    *high = term_bvsub(tt, *high, one);
  return !is_strict || is_above || is_below;
}

void deduction_ends(terms *tt, term guard, term_vec *equations) {
  term_vec parts = {0};
  term low, high;
  term_flatten(tt, TERM_AND, guard, &parts);
  for (uint32_t i = 0; i < parts.len; i++)
    if (read_order(tt, parts.data[i], &low, &high) &&
        (term_get_kind(tt, low) == TERM_VARIABLE ||
         term_get_kind(tt, high) == TERM_VARIABLE))
      vec_push(equations, term_eq_make(tt, low, high));
  vec_free(&parts);
}

// A variable by itself, or what it was found to be.
static term representative(const deduction *p, term t) {
  for (uint32_t i = 0; i < p->equal.len; i++)
    if (term_eq(p->equal.data[i].variable, t))
      return p->equal.data[i].is;
  return t;
}

void deduction_equate(deduction *p, term equation) {
  if (term_get_kind(p->tt, equation) != TERM_EQ)
    return;
  term a = representative(p, term_arg(p->tt, equation, 0));
  term b = representative(p, term_arg(p->tt, equation, 1));
  bool is_left = term_get_kind(p->tt, a) == TERM_VARIABLE;
  term v = is_left ? a : b, is = is_left ? b : a;
  if (term_get_kind(p->tt, v) != TERM_VARIABLE || term_eq(a, b))
    return;
  subst_bind(p->values, v, is);
  for (uint32_t i = 0; i < p->equal.len; i++)
    if (term_eq(p->equal.data[i].is, v)) {
      p->equal.data[i].is = is;
      subst_bind(p->values, p->equal.data[i].variable, is);
    }
  vec_push(&p->equal, ((equal){v, is}));
}

void deduction_equate_copies(deduction *p, term formula) {
  term_vec parts = {0};
  term_flatten(p->tt, TERM_AND, formula, &parts);
  for (uint32_t i = 0; i < parts.len; i++) {
    term t = parts.data[i];
    if (term_get_kind(p->tt, t) == TERM_EQ &&
        term_get_kind(p->tt, term_arg(p->tt, t, 0)) == TERM_VARIABLE &&
        term_get_kind(p->tt, term_arg(p->tt, t, 1)) == TERM_VARIABLE)
      deduction_equate(p, t);
  }
  vec_free(&parts);
}

void deduction_add(deduction *p, term formula) {
  term t = subst_apply(p->values, formula), d = difference(p->tt, t);
  term_set_add(&p->known, t);
  if (term_is_none(d))
    return;
  term_set_add(&p->known, d);
  term_set_add(&p->known, negation(p->tt, d));
  note_zero(p, d);
}

void deduction_add_all(deduction *p, const term_vec *formulas, bool in_parts) {
  term_vec parts = {0};
  for (uint32_t i = 0; i < formulas->len; i++)
    if (in_parts)
      term_flatten(p->tt, TERM_AND, formulas->data[i], &parts);
    else
      vec_push(&parts, formulas->data[i]);
  for (uint32_t i = 0; i < parts.len; i++)
    deduction_add(p, parts.data[i]);
  vec_free(&parts);
}

// 'equation' is true, or another formula that says less.
static bool is_known(const deduction *p, term t, term equation) {
  if (term_is_true(p->tt, t) || term_set_has(&p->known, t))
    return true;
  term d = difference(p->tt, t);
  return !term_is_none(d) &&
         (term_set_has(&p->known, d) || comes_to_zero(p, d, equation));
}

// --- cases ------------------------------------------------------------------

// Connectives are left to their arguments: 'a and not b' and 'b' must not be
// chosen one by one.
static term find_atom(const terms *tt, term condition) {
  while (term_is_connective(tt, condition))
    condition = term_arg(tt, condition, 0);
  return condition;
}

// From the first if-then-else from below, so that there is none inside it;
// none: the formula has no such term, or is too large.
static term find_condition(const terms *tt, term formula) {
  term_set seen = {0};
  term_vec nodes = {0};
  term found = TERM_NONE;
  term_postorder(tt, &formula, 1, &seen, &nodes);
  for (uint32_t i = 0;
       i < nodes.len && nodes.len < MAX_NODES && term_is_none(found); i++)
    if (term_get_kind(tt, nodes.data[i]) == TERM_ITE)
      found = find_atom(tt, term_arg(tt, nodes.data[i], 0));
  vec_free(&nodes);
  term_set_free(&seen);
  return found;
}

static term with(terms *tt, term formula, term condition, bool holds) {
  subst *s = subst_new(tt);
  subst_bind(s, condition, term_bool(tt, holds));
  subst_bind(s, term_not(tt, condition), term_bool(tt, !holds));
  if (holds) // and counts in other conditions, too
    note_equation(tt, s, condition);
  term made = subst_apply(s, formula);
  subst_free(s);
  return made;
}

// A case of the formula, and the last equation that holds in it; or true.
typedef struct {
  term formula, equation;
} deduction_case;

bool deduction_follows(const deduction *p, term formula) {
  assert(term_is_bool(p->tt, formula));
  VEC(deduction_case) cases = {0};
  vec_push(&cases, ((deduction_case){subst_apply(p->values, formula),
                                     term_true(p->tt)}));
  bool is_plain = true;
  for (uint32_t count = 0; is_plain && cases.len > 0; count++) {
    deduction_case c = vec_pop(&cases);
    if (is_known(p, c.formula, c.equation))
      continue;
    term condition = find_condition(p->tt, c.formula);
    is_plain = !term_is_none(condition) && count < MAX_CASES;
    if (!is_plain)
      break;
    bool is_equation = term_get_kind(p->tt, condition) == TERM_EQ;
    deduction_case yes = {with(p->tt, c.formula, condition, true),
                          is_equation ? condition : c.equation};
    deduction_case no = {with(p->tt, c.formula, condition, false), c.equation};
    vec_push(&cases, yes);
    vec_push(&cases, no);
  }
  vec_free(&cases);
  return is_plain;
}

// --- exclusion --------------------------------------------------------------

typedef struct {
  terms *tt;
  term_vec known;
  uint32_t ways; // that were looked at
} exclusion;

static bool is_excluded(exclusion *x, term formula);

// 'c' is a part of the formula, all of which is known in p.
static bool is_wrong(exclusion *x, const deduction *p, term formula, term c) {
  switch (term_get_kind(x->tt, c)) {
  case TERM_OR: { // whichever part of it holds
    subst *s = subst_new(x->tt);
    subst_bind(s, c, term_true(x->tt));
    term rest = subst_apply(s, formula);
    subst_free(s);
    bool is = true;
    for (uint32_t i = 0; is && i < term_arity(x->tt, c); i++)
      is = is_excluded(x, term_and(x->tt, rest, term_arg(x->tt, c, i)));
    return is;
  }
  case TERM_NOT:
    return deduction_follows(p, term_arg(x->tt, c, 0));
  default:
    return false;
  }
}

// One way: a conjunction.
static bool is_way_excluded(exclusion *x, term formula) {
  deduction *p = deduction_new(x->tt, formula);
  for (uint32_t i = 0; i < x->known.len; i++)
    deduction_add(p, x->known.data[i]);
  term_vec parts = {0};
  term_conjuncts(x->tt, formula, &parts);
  bool is = false;
  for (int with_cases = 0; with_cases < 2; with_cases++)
    for (uint32_t i = 0; !is && i < parts.len; i++) {
      bool is_or = term_get_kind(x->tt, parts.data[i]) == TERM_OR;
      is = is_or == with_cases && is_wrong(x, p, formula, parts.data[i]);
    }
  vec_free(&parts);
  deduction_free(p);
  return is;
}

static bool is_excluded(exclusion *x, term formula) {
  if (term_is_false(x->tt, formula))
    return true;
  if (term_is_true(x->tt, formula) || ++x->ways > MAX_CASES)
    return false;
  if (term_get_kind(x->tt, formula) != TERM_OR)
    return is_way_excluded(x, formula);
  bool is = true;
  for (uint32_t i = 0; is && i < term_arity(x->tt, formula); i++)
    is = is_excluded(x, term_arg(x->tt, formula, i));
  return is;
}

bool deduction_excludes(terms *tt, term known, term formula) {
  assert(term_is_bool(tt, formula) && term_is_bool(tt, known));
  exclusion x = {.tt = tt};
  term_conjuncts(tt, known, &x.known);
  bool is = is_excluded(&x, formula);
  vec_free(&x.known);
  return is;
}
