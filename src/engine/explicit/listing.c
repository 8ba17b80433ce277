// SPDX-License-Identifier: Apache-2.0
// States that agree but for neighboring values of one variable are joined: the
// states are sorted by a hash of all other values, then by that variable. What
// all states share stands once, beside the list.
#include "engine/explicit/listing.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/hmap.h"
#include "base/mem.h"
#include "domain/facts.h"
#include "domain/flow.h"
#include "term/build/build.h"

// --- sets as formulas --------------------------------------------------------

static vtype type_of(const program *p, uint32_t variable) {
  const terms *tt = program_terms(p);
  term x = program_variable_term(p, (var){variable});
  return vtype_of(tt, term_sort(tt, x));
}

// A range of numbers of one sign, of a variable that has signs.
static bool is_signed(const program *p, uint32_t variable, const vset *s) {
  vtype t = type_of(p, variable);
  if (program_variable(p, (var){variable})->type.kind != TYPE_SIGNED ||
      t.kind != VTYPE_BV || s->count != 1 || s->mod != 1)
    return false;
  wide lo = s->part[0].lo, hi = s->part[0].hi, half = vtype_modulus(t) / 2;
  return lo < hi && (lo < half) == (hi < half);
}

static term fact_of(const program *p, uint32_t variable, const vset *s) {
  terms *tt = program_terms(p);
  term x = program_variable_term(p, (var){variable});
  vtype t = type_of(p, variable);
  if (!is_signed(p, variable, s))
    return facts_of_set(tt, x, t, s);
  term lo = term_bv(tt, t.width, (uint64_t)s->part[0].lo);
  term hi = term_bv(tt, t.width, (uint64_t)s->part[0].hi);
  return term_and(tt, term_bvsle(tt, lo, x), term_bvsle(tt, x, hi));
}

// Except what is true of all ('common': NULL where they differ).
static term formula_of(const program *p, follow_sets sets, follow_sets common) {
  term_vec parts = {0};
  for (uint32_t v = 1; v <= program_variable_count(p); v++)
    if (sets[v - 1] != NULL && (!common || common[v - 1] == NULL))
      vec_push(&parts, fact_of(p, v, sets[v - 1]));
  term all = term_and_n(program_terms(p), parts.data, parts.len);
  vec_free(&parts);
  return all;
}

// --- neighbors ---------------------------------------------------------------

typedef struct {
  uint64_t rest; // hash of all sets but one
  wide least;    // of that one
  const vset **sets;
} neighbor;

static int compare_neighbors(const void *a, const void *b) {
  const neighbor *x = a, *y = b;
  if (x->rest != y->rest)
    return x->rest < y->rest ? -1 : 1;
  return x->least < y->least ? -1 : x->least > y->least;
}

static uint64_t hash_without(const program *p, follow_sets sets, uint32_t v) {
  uint64_t h = v;
  for (uint32_t i = 1; i <= program_variable_count(p); i++)
    if (i != v)
      h = hash_mix(h, (uint64_t)(uintptr_t)sets[i - 1]);
  return h;
}

static bool is_same_without(const program *p, follow_sets a, follow_sets b,
                            uint32_t v) {
  for (uint32_t i = 1; i <= program_variable_count(p); i++)
    if (i != v && a[i - 1] != b[i - 1])
      return false;
  return true;
}

// Both sets in one, if nothing is between them.
static bool join_next(vtype t, const vset *a, const vset *b, vset *both) {
  if (a->mod != 1 || b->mod != 1 || t.kind == VTYPE_OTHER)
    return false;
  *both = vset_join(t, a, b, VSET_ARCS);
  return both->count <= 1 || both->count < a->count + b->count;
}

static void sort_neighbors(const program *p, const listed_states *states,
                           uint32_t v, neighbor *all) {
  for (uint32_t i = 0; i < states->len; i++) {
    const vset **sets = states->data[i];
    all[i] =
        (neighbor){hash_without(p, sets, v), vset_least(sets[v - 1]), sets};
  }
  qsort(all, states->len, sizeof *all, compare_neighbors);
}

static void merge_by(follower *f, const program *p, listed_states *states,
                     uint32_t v) {
  neighbor *all = mem_alloc(sizeof *all * (states->len + (size_t)1));
  sort_neighbors(p, states, v, all);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < states->len; i++) {
    const vset **last = kept > 0 ? states->data[kept - 1] : NULL;
    const vset **next = all[i].sets;
    vset both;
    if (last && last[v - 1] && is_same_without(p, last, next, v) &&
        join_next(type_of(p, v), last[v - 1], next[v - 1], &both))
      last[v - 1] = follow_unique(f, (var){v}, &both);
    else
      states->data[kept++] = next;
  }
  states->len = kept;
  mem_free(all);
}

// Is it a set of several values in some state, and known in all?
static bool is_worth_merging(const listed_states *states, uint32_t v) {
  bool has_many = false;
  wide n;
  for (uint32_t i = 0; i < states->len; i++) {
    const vset *s = states->data[i][v - 1];
    if (s == NULL)
      return false;
    has_many |= !vset_is_one(s, &n);
  }
  return has_many;
}

static void merge(follower *f, const program *p, listed_states *states) {
  for (uint32_t v = 1; v <= program_variable_count(p); v++)
    if (is_worth_merging(states, v))
      merge_by(f, p, states, v);
}

// --- the invariant -----------------------------------------------------------

static void find_common(const program *p, const listed_states *states,
                        const vset **common) {
  for (uint32_t i = 0; i < states->len; i++)
    for (uint32_t v = 0; v < program_variable_count(p); v++) {
      const vset *here = states->data[i][v];
      common[v] = i == 0 || common[v] == here ? here : NULL;
    }
}

// Values that all states share are said once, beside the rest: two parts that
// are easy to check, instead of a large one.
term listing_formula(follower *f, const program *p, listed_states *states) {
  terms *tt = program_terms(p);
  if (states->len == 0)
    return term_false(tt);
  merge(f, p, states);
  const vset **common =
      mem_alloc(sizeof *common * (program_variable_count(p) + (size_t)1));
  term_vec cases = {0}, parts = {0};
  find_common(p, states, common);
  for (uint32_t i = 0; i < states->len; i++)
    vec_push(&cases, formula_of(p, states->data[i], common));
  vec_push(&parts, formula_of(p, common, NULL));
  vec_push(&parts, term_or_n(tt, cases.data, cases.len));
  term all = term_and_n(tt, parts.data, parts.len);
  vec_free(&cases);
  vec_free(&parts);
  mem_free(common);
  return all;
}
