// SPDX-License-Identifier: Apache-2.0
// Constructors of and, or.
//
// They are one code, the junctions: what holds for one holds for the other with
// true and false, and with 'and' and 'or', exchanged. The rules over two levels
// are those of Brummayer and Biere, "Local Two-Level And-Inverter Graph
// Minimization without Blowup" (MEMICS 2006), for both junctions, and the
// distributive law where it saves a node. Conjunctions inside conjunctions are
// not flattened: a shared one would be copied into each of its users.
#include <stdlib.h>

#include "term/build/build.h"

typedef struct {
  term_kind kind, dual;
  term unit, zero; // neutral; absorbing
} junction;

static const junction AND = {TERM_AND, TERM_OR, {TRUE_ID}, {FALSE_ID}};
static const junction OR = {TERM_OR, TERM_AND, {FALSE_ID}, {TRUE_ID}};

// Arguments are sorted by what they negate, so that a term and its negation
// are neighbors.
static uint64_t sort_key(const terms *tt, term t) {
  const node *n = node_of(tt, t);
  return hmap_pair(n->kind == TERM_NOT ? n->words[0] : t.id, t.id);
}

static bool has_arg(const node *n, term t) {
  if (n->arity > SMALL_ARITY)
    return false;
  const term *args = node_args(n);
  for (uint32_t i = 0; i < n->arity; i++)
    if (term_eq(args[i], t))
      return true;
  return false;
}

static bool has_complement(const terms *tt, const node *n, term t) {
  if (n->arity > SMALL_ARITY)
    return false;
  const term *args = node_args(n);
  for (uint32_t i = 0; i < n->arity; i++)
    if (node_is_complement(tt, args[i], t))
      return true;
  return false;
}

// The argument of a binary node that is not (the complement of) t.
static term other_arg(const terms *tt, const node *n, term t) {
  assert(n->arity == 2);
  term x = {n->words[0]}, y = {n->words[1]};
  return term_eq(x, t) || node_is_complement(tt, x, t) ? y : x;
}

static term junction_make(terms *tt, const junction *j, term a, term b);

// a, and b = not(n): as if b were the dual junction of the negated arguments.
static term absorb_negated(terms *tt, const junction *j, term a, term b,
                           const node *n) {
  if (n->kind == j->dual) {
    if (has_arg(n, a))
      return j->zero;
    if (has_complement(tt, n, a))
      return b;
  } else if (n->kind == j->kind) {
    if (has_complement(tt, n, a))
      return a;
    if (n->arity == 2 && has_arg(n, a))
      return junction_make(tt, j, a, term_not(tt, other_arg(tt, n, a)));
  }
  return TERM_NONE;
}

// What a says about the arguments of b.
static term absorb(terms *tt, const junction *j, term a, term b) {
  const node *n = node_of(tt, b);
  if (n->kind == TERM_NOT)
    return absorb_negated(tt, j, a, b, node_of(tt, (term){n->words[0]}));
  if (n->kind == j->kind) {
    if (has_arg(n, a))
      return b;
    if (has_complement(tt, n, a))
      return j->zero;
  } else if (n->kind == j->dual) {
    if (has_arg(n, a))
      return a;
    if (n->arity == 2 && has_complement(tt, n, a))
      return junction_make(tt, j, a, other_arg(tt, n, a));
  }
  return TERM_NONE;
}

// Both are junctions of the kind and contradict each other.
static bool junctions_clash(const terms *tt, const junction *j, term a,
                            term b) {
  const node *x = node_of(tt, a), *y = node_of(tt, b);
  if (x->kind != j->kind || y->kind != j->kind || x->arity > SMALL_ARITY)
    return false;
  const term *args = node_args(x);
  for (uint32_t i = 0; i < x->arity; i++)
    if (has_complement(tt, y, args[i]))
      return true;
  return false;
}

// Is x an argument of the binary n? Then the other one, else none.
static term rest_of(const node *n, term x) {
  if (n->words[0] == x.id)
    return (term){n->words[1]};
  return n->words[1] == x.id ? (term){n->words[0]} : TERM_NONE;
}

// (x and y) or (x and z) is x and (y or z); the same for the dual.
static term share_argument(terms *tt, const junction *j, const node *m,
                           const node *n) {
  if (m->kind != j->dual || n->kind != j->dual || m->arity != 2 ||
      n->arity != 2)
    return TERM_NONE;
  for (uint32_t i = 0; i < 2; i++) {
    term x = {m->words[i]}, y = {m->words[1 - i]}, z = rest_of(n, x);
    if (!term_is_none(z))
      return junction_make(tt, j->kind == TERM_AND ? &OR : &AND, x,
                           junction_make(tt, j, y, z));
  }
  return TERM_NONE;
}

// The same where both are negations: not (x and y) and not (x and z).
static term share_negated(terms *tt, const junction *j, const node *m,
                          const node *n) {
  if (m->kind != TERM_NOT || n->kind != TERM_NOT)
    return TERM_NONE;
  const junction *o = j->kind == TERM_AND ? &OR : &AND;
  term t = share_argument(tt, o, node_of(tt, (term){m->words[0]}),
                          node_of(tt, (term){n->words[0]}));
  return term_is_none(t) ? t : term_not(tt, t);
}

// x = k for a constant k (negated: not that). Returns x, or none.
static term pinned_term(const terms *tt, term t, bool negated, term *k) {
  const node *n = node_of(tt, t);
  if (negated != (n->kind == TERM_NOT))
    return TERM_NONE;
  if (negated)
    n = node_of(tt, (term){n->words[0]});
  if (n->kind != TERM_EQ || !is_value(tt, (term){n->words[1]}))
    return TERM_NONE;
  *k = (term){n->words[1]};
  return (term){n->words[0]};
}

// x = k1 and x = k2, x = k1 and x != k2; for 'or' all of it negated.
static term pin_rules(terms *tt, const junction *j, term a, term b) {
  bool negated = j->kind == TERM_OR;
  term k1, k2;
  term x = pinned_term(tt, a, negated, &k1);
  if (term_is_none(x))
    return TERM_NONE;
  if (term_eq(x, pinned_term(tt, b, negated, &k2)) && !term_eq(k1, k2))
    return j->zero;
  if (term_eq(x, pinned_term(tt, b, !negated, &k2)) && !term_eq(k1, k2))
    return a;
  return TERM_NONE;
}

static bool has_negation(const terms *tt, const term *args, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (is_kind(tt, args[i], TERM_NOT))
      return true;
  return false;
}

// An 'or' with a negation among its arguments is the negation of an 'and'.
static term or_by_and(terms *tt, const term *args, uint32_t n) {
  assert(n <= SMALL_ARITY);
  term negated[SMALL_ARITY]; // a copy: 'args' may be tt->args
  memcpy(negated, args, n * sizeof *args);
  for (uint32_t i = 0; i < n; i++)
    negated[i] = term_not(tt, negated[i]);
  return term_not(tt, term_and_n(tt, negated, n));
}

static term junction_rules(terms *tt, const junction *j, term a, term b) {
  if (term_eq(a, b) || term_eq(b, j->unit))
    return a;
  if (term_eq(a, j->unit))
    return b;
  if (term_eq(a, j->zero) || term_eq(b, j->zero) ||
      node_is_complement(tt, a, b))
    return j->zero;
  if (j->kind == TERM_OR && has_negation(tt, (term[]){a, b}, 2))
    return or_by_and(tt, (term[]){a, b}, 2);
  term t = absorb(tt, j, a, b);
  if (term_is_none(t))
    t = absorb(tt, j, b, a);
  if (term_is_none(t))
    t = pin_rules(tt, j, a, b);
  if (term_is_none(t))
    t = pin_rules(tt, j, b, a);
  if (term_is_none(t))
    t = bv_join_bounds(tt, j->kind == TERM_AND, a, b);
  if (term_is_none(t) && junctions_clash(tt, j, a, b))
    t = j->zero;
  if (term_is_none(t))
    t = share_argument(tt, j, node_of(tt, a), node_of(tt, b));
  if (term_is_none(t))
    t = share_negated(tt, j, node_of(tt, a), node_of(tt, b));
  if (!term_is_none(t))
    return t;
  bool swap = sort_key(tt, a) > sort_key(tt, b);
  return node_make2(tt, j->kind, tt->bool_sort, swap ? b : a, swap ? a : b);
}

static term junction_make(terms *tt, const junction *j, term a, term b) {
  assert(is_bool(tt, a) && is_bool(tt, b));
  if (!rules_enter(tt))
    return node_make2(tt, j->kind, tt->bool_sort, a, b);
  return rules_leave(tt, junction_rules(tt, j, a, b));
}

static int compare_keys(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

static void sort_keys(uint64_t *keys, uint32_t n) {
  bool sorted = true;
  for (uint32_t i = 1; i < n && sorted; i++)
    sorted = keys[i - 1] <= keys[i];
  if (!sorted)
    qsort(keys, n, sizeof *keys, compare_keys);
}

// Sorts into tt->args without units and doubles. False: the result is zero.
static bool normalize_args(terms *tt, const junction *j, const term *args,
                           uint32_t n) {
  vec_clear(&tt->work);
  vec_clear(&tt->args);
  for (uint32_t i = 0; i < n; i++) {
    assert(is_bool(tt, args[i]));
    if (term_eq(args[i], j->zero))
      return false;
    if (!term_eq(args[i], j->unit))
      vec_push(&tt->work, sort_key(tt, args[i]));
  }
  uint64_t *keys = tt->work.data;
  sort_keys(keys, tt->work.len);
  for (uint32_t i = 0; i < tt->work.len; i++) {
    if (i > 0 && keys[i] == keys[i - 1])
      continue;
    if (i > 0 && keys[i] >> 32 == keys[i - 1] >> 32)
      return false; // a term and its negation
    vec_push(&tt->args, ((term){(uint32_t)keys[i]}));
  }
  return true;
}

static term junction_n(terms *tt, const junction *j, const term *args,
                       uint32_t n) {
  if (n == 0)
    return j->unit;
  if (n == 1)
    return args[0];
  assert(n <= NODE_MAX_ARITY);
  if (!tt->simplify)
    return node_make(tt, j->kind, tt->bool_sort, args, n);
  if (n == 2)
    return junction_make(tt, j, args[0], args[1]);
  if (!normalize_args(tt, j, args, n))
    return j->zero;
  if (tt->args.len <= 2)
    return junction_n(tt, j, tt->args.data, tt->args.len);
  if (j->kind == TERM_OR && tt->args.len <= SMALL_ARITY &&
      has_negation(tt, tt->args.data, tt->args.len))
    return or_by_and(tt, tt->args.data, tt->args.len);
  return node_make(tt, j->kind, tt->bool_sort, tt->args.data, tt->args.len);
}

term term_and(terms *tt, term a, term b) {
  return junction_make(tt, &AND, a, b);
}

term term_or(terms *tt, term a, term b) { return junction_make(tt, &OR, a, b); }

term term_and_n(terms *tt, const term *args, uint32_t n) {
  return junction_n(tt, &AND, args, n);
}

term term_or_n(terms *tt, const term *args, uint32_t n) {
  return junction_n(tt, &OR, args, n);
}
