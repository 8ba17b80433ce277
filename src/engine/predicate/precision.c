// SPDX-License-Identifier: Apache-2.0
// A predicate and its negation share a number, because a decision diagram has
// one variable for both. Diagrams become formulas bottom-up with a memo, since
// they are shared.
#include "engine/predicate/precision.h"

#include <assert.h>

#include "base/hmap.h"
#include "base/mem.h"
#include "term/walk.h"

struct precision {
  const program *p;
  terms *tt;
  term_vec predicates;
  hmap literals;      // term id -> predicate << 1 | is negated
  predicate_list *at; // by location
  hmap positions;     // (location, predicate) -> position in the list
};

precision *precision_new(const program *p) {
  precision *pi = mem_alloc(sizeof *pi);
  pi->p = p;
  pi->tt = program_terms(p);
  pi->at = mem_alloc(sizeof *pi->at * (program_location_count(p) + 1));
  return pi;
}

void precision_free(precision *pi) {
  for (uint32_t i = 0; i <= program_location_count(pi->p); i++)
    vec_free(&pi->at[i]);
  mem_free(pi->at);
  hmap_free(&pi->literals);
  hmap_free(&pi->positions);
  vec_free(&pi->predicates);
  mem_free(pi);
}

uint32_t precision_count(const precision *pi) { return pi->predicates.len; }

term precision_predicate(const precision *pi, uint32_t predicate) {
  assert(predicate < pi->predicates.len);
  return pi->predicates.data[predicate];
}

bool precision_find(const precision *pi, term t, predicate_literal *out) {
  const uint64_t *found = hmap_find(&pi->literals, t.id);
  if (!found)
    return false;
  *out = (predicate_literal){(uint32_t)(*found >> 1), (*found & 1) == 0};
  return true;
}

static uint32_t number_of(precision *pi, term t) {
  predicate_literal known;
  if (precision_find(pi, t, &known))
    return known.predicate;
  uint32_t number = pi->predicates.len;
  vec_push(&pi->predicates, t);
  hmap_put(&pi->literals, t.id, (uint64_t)number << 1);
  hmap_put(&pi->literals, term_not(pi->tt, t).id, (uint64_t)number << 1 | 1);
  return number;
}

uint32_t precision_track(precision *pi, loc l, term t) {
  assert(term_is_bool(pi->tt, t) && !term_is_value(pi->tt, t));
  uint32_t number = number_of(pi, t);
  if (precision_position(pi, l, number) == PRECISION_NONE) {
    hmap_put(&pi->positions, hmap_pair(l.id, number), pi->at[l.id].len);
    vec_push(&pi->at[l.id], number);
  }
  return number;
}

const predicate_list *precision_at(const precision *pi, loc l) {
  return &pi->at[l.id];
}

uint32_t precision_position(const precision *pi, loc l, uint32_t predicate) {
  const uint64_t *found = hmap_find(&pi->positions, hmap_pair(l.id, predicate));
  return found ? (uint32_t)*found : PRECISION_NONE;
}

// --- from regions to formulas ------------------------------------------------

static term leaf_or_made(const precision *pi, const hmap *made, region r) {
  if (region_is_true(r) || region_is_false(r))
    return term_bool(pi->tt, region_is_true(r));
  const uint64_t *found = hmap_find(made, (uint64_t)r.id);
  return found ? (term){(uint32_t)*found} : TERM_NONE;
}

// Diagrams are shallow (one level per predicate) but widely shared: each node
// once, its branches first.
term precision_formula(const precision *pi, region r) {
  hmap made = {0};
  VEC(region) stack = {0};
  vec_push(&stack, r);
  while (stack.len > 0) {
    region top = vec_last(&stack);
    if (!term_is_none(leaf_or_made(pi, &made, top))) {
      (void)vec_pop(&stack);
      continue;
    }
    term high = leaf_or_made(pi, &made, region_high(top));
    term low = leaf_or_made(pi, &made, region_low(top));
    if (term_is_none(high))
      vec_push(&stack, region_high(top));
    if (term_is_none(low))
      vec_push(&stack, region_low(top));
    if (term_is_none(high) || term_is_none(low))
      continue;
    term condition = precision_predicate(pi, region_variable(top));
    term t = term_ite(pi->tt, condition, high, low);
    hmap_put(&made, (uint64_t)top.id, t.id);
    (void)vec_pop(&stack);
  }
  term result = leaf_or_made(pi, &made, r);
  assert(!term_is_none(result));
  vec_free(&stack);
  hmap_free(&made);
  return result;
}

// --- atoms -------------------------------------------------------------------

void precision_atoms(const terms *tt, term formula, term_vec *out) {
  assert(term_is_bool(tt, formula));
  term_set seen = {0};
  term_vec stack = {0};
  vec_push(&stack, formula);
  while (stack.len > 0) {
    term t = vec_pop(&stack);
    if (term_is_value(tt, t) || !term_set_add(&seen, t))
      continue;
    if (!term_is_connective(tt, t)) {
      vec_push(out, t);
      continue;
    }
    for (uint32_t i = term_arity(tt, t); i > 0; i--)
      vec_push(&stack, term_arg(tt, t, i - 1));
  }
  vec_free(&stack);
  term_set_free(&seen);
}
