// SPDX-License-Identifier: Apache-2.0
// Features are read off the graph and the terms in linear time, without running
// anything: the schedule only needs a guess, and a wrong one costs time, never
// an answer.
#include "driver/features.h"

#include "program/loops.h"
#include "term/origin.h"
#include "term/walk.h"

enum {
  LARGE = 3000,    // locations
  MANY_MODES = 50, // branches by a constant,
  FEW_OTHERS = 2,  // of which there are so many times as of others
  RARELY = 20      // of so many edges one may touch an array
};

static bool has_loops(const program *p) {
  loops *found = loops_find(p);
  bool has_any = false;
  for (uint32_t i = 1; i <= program_location_count(p); i++)
    has_any |= found->is_head[i];
  loops_free(found);
  return has_any;
}

// What slicing left out, or what is known to be constant, does not count.
static bool has_arrays(const program *p) {
  const terms *tt = program_terms(p);
  term_set seen = {0};
  term_vec found = {0};
  for (uint32_t i = 1; i <= program_edge_count(p); i++) {
    const block *b = program_edge_block(p, (edge){i});
    term_variables(tt, &b->guard, 1, &seen, &found);
    for (uint32_t j = 0; j < b->assignment_count; j++)
      term_variables(tt, &b->assignments[j].value, 1, &seen, &found);
  }
  bool has_any = false;
  for (uint32_t i = 0; i < found.len; i++)
    has_any |= sort_get_kind(tt, term_sort(tt, found.data[i])) == SORT_ARRAY;
  term_set_free(&seen);
  vec_free(&found);
  return has_any;
}

static bool has_bound(const program *p) {
  bool has_any = false;
  for (uint32_t i = 1; i <= program_location_count(p); i++)
    has_any |= program_kind(p, (loc){i}) == LOC_BOUND &&
               program_in_edges(p, (loc){i})->len > 0;
  return has_any;
}

static bool is_by_constant(const program *p, term guard) {
  const terms *tt = program_terms(p);
  if (term_get_kind(tt, guard) == TERM_NOT)
    guard = term_arg(tt, guard, 0);
  if (!term_is_comparison(tt, guard))
    return false;
  term a = term_arg(tt, guard, 0), b = term_arg(tt, guard, 1);
  return (program_variable_of(p, a).id != 0 && term_is_value(tt, b)) ||
         (program_variable_of(p, b).id != 0 && term_is_value(tt, a));
}

// Do branches ask for modes: is this variable that constant?
static bool asks_for_modes(const program *p) {
  uint32_t by_constant = 0, others = 0;
  for (uint32_t i = 1; i <= program_edge_count(p); i++) {
    term guard = program_edge_block(p, (edge){i})->guard;
    if (program_edge(p, (edge){i})->kind != EDGE_BRANCH ||
        term_is_value(program_terms(p), guard))
      continue;
    if (is_by_constant(p, guard))
      by_constant++;
    else
      others++;
  }
  return by_constant >= 2 * MANY_MODES && by_constant >= FEW_OTHERS * others;
}

// The terms that have an array in them, as far as they are not known yet.
typedef struct {
  const terms *tt;
  term_set seen, with_array;
  term_vec nodes;
} array_search;

static bool has_array(array_search *s, term t) {
  vec_clear(&s->nodes);
  term_postorder(s->tt, &t, 1, &s->seen, &s->nodes);
  for (uint32_t i = 0; i < s->nodes.len; i++) {
    term n = s->nodes.data[i];
    bool has = sort_get_kind(s->tt, term_sort(s->tt, n)) == SORT_ARRAY;
    for (uint32_t j = 0; j < term_arity(s->tt, n); j++)
      has |= term_set_has(&s->with_array, term_arg(s->tt, n, j));
    if (has)
      term_set_add(&s->with_array, n);
  }
  return term_set_has(&s->with_array, t);
}

static bool touches_array(array_search *s, const block *b) {
  bool touches = has_array(s, b->guard);
  for (uint32_t i = 0; i < b->assignment_count; i++)
    touches |= has_array(s, b->assignments[i].value);
  return touches;
}

static bool rarely_touches_arrays(const program *p) {
  array_search s = {.tt = program_terms(p)};
  uint32_t touching = 0, edges = program_edge_count(p);
  for (uint32_t i = 1; i <= edges; i++)
    touching += touches_array(&s, program_edge_block(p, (edge){i}));
  term_set_free(&s.seen);
  term_set_free(&s.with_array);
  vec_free(&s.nodes);
  return touching <= edges / RARELY;
}

static bool is_product(const terms *tt, term t) {
  return term_get_kind(tt, t) == TERM_BVMUL &&
         !term_is_value(tt, term_arg(tt, t, 0)) &&
         !term_is_value(tt, term_arg(tt, t, 1));
}

static bool has_products(const program *p) {
  const terms *tt = program_terms(p);
  term_set seen = {0};
  term_vec nodes = {0};
  bool has_any = false;
  for (uint32_t e = 1; e <= program_edge_count(p); e++) {
    const block *b = program_edge_block(p, (edge){e});
    term_postorder(tt, &b->guard, 1, &seen, &nodes);
    for (uint32_t i = 0; i < b->assignment_count; i++)
      term_postorder(tt, &b->assignments[i].value, 1, &seen, &nodes);
  }
  for (uint32_t i = 0; i < nodes.len && !has_any; i++)
    has_any = is_product(tt, nodes.data[i]);
  term_set_free(&seen);
  vec_free(&nodes);
  return has_any;
}

uint32_t features_of(const program *p) {
  uint32_t set = 0;
  set |= has_loops(p) ? FEATURE_LOOPS : 0;
  set |= has_arrays(p) ? FEATURE_ARRAYS : 0;
  set |= terms_have_origins(program_terms(p)) ? FEATURE_FLOATS : 0;
  set |= has_bound(p) ? FEATURE_RECURSION : 0;
  set |= program_location_count(p) > LARGE ? FEATURE_LARGE : 0;
  bool has_modes = asks_for_modes(p) && rarely_touches_arrays(p);
  set |= has_modes ? FEATURE_MODES : 0;
  bool may_have_products = !(set & (FEATURE_ARRAYS | FEATURE_FLOATS));
  set |= may_have_products && has_products(p) ? FEATURE_PRODUCTS : 0;
  return set;
}
