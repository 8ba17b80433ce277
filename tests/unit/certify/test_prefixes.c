// SPDX-License-Identifier: Apache-2.0
// Conditions on prefix arrays that are fair, and all others, which are not.
#include "certify/extension.h"

#include "builder.h"

enum { WIDTH = 4 };

// Two loops over an array, with a copy whose branches have conditions more.
typedef struct {
  terms *tt;
  program *p, *q;
  loc entry, first, body, second, more, check, error, end;
  var a, b, i, n, k, s;
  var prefix, record;
  term input;
} sample;

// What is wrong with the program or its copy.
typedef enum {
  FAIR,
  FAIR_IN_BOTH_LOOPS,
  FAIR_BY_INDEX,     // what is added depends on the index, too
  FAIR_BY_FIXED,     // and on a variable that stays as it is
  FAIR_DIFFERENCE,   // any function will do, not only sums
  FAIR_NOT_NEGATIVE, // the guard says 0 <= i
  FAULTS_BEGIN,      // whatever follows is none of these
  OTHER_FUNCTION,    // the second loop says something else
  OTHER_ARRAY,       // of another array
  OTHER_END,         // the loops exclude different indices
  NO_END,            // nothing excludes that the index is the last one
  WRONG_END,         // it is above something
  NEGATIVE,          // -1 <= i excludes nothing of use
  STORED_LATER,      // the array changes behind the loops
  STORED_BETWEEN,    // between them
  STORED_THERE,      // on the edge with the condition
  WIDER_STEP,        // F[i + 2] = ...
  NO_STEP,           // F[i] = ...
  OTHER_STEP,        // F[i + 1] = F[n] + ...
  BY_SUM,            // what is added depends on the sum so far
  BY_INPUT,          // or on an input
  BY_RECORD,         // or on a record
  BY_ITSELF,         // F is mentioned in between
  INDEX_BY_ITSELF,   // F[F[0] + 1] = ...
  ARRAY_OF_PROGRAM,  // the condition is on an array of p
  NEGATED,           // not F[i + 1] = ...
  WEAKENED,          // ... or something else
  ASSIGNED,          // F is assigned somewhere
  RECORDED,          // F is read for a record
  ON_ERROR,          // the condition is on an edge into the error
  CHOSEN,            // F is a choice of the error edge, too
  COMPARED,          // F is compared with an array of p
  ADDED_FALSE,       // the guard is false
  FAULTS
} fault;

static term variable(const sample *s, var v) {
  return program_variable_term(s->q != NULL ? s->q : s->p, v);
}

static term word(const sample *s, uint64_t n) {
  return term_bv(s->tt, WIDTH, n);
}

// --- the original ------------------------------------------------------------

static term loop_guard(const sample *s, fault f, bool is_second) {
  term i = variable(s, s->i), n = variable(s, s->n);
  if (f == NO_END)
    return term_not(s->tt, term_eq_make(s->tt, i, n));
  if (f == WRONG_END)
    return term_bvslt(s->tt, n, i);
  if (f == FAIR_NOT_NEGATIVE)
    return term_bvsle(s->tt, word(s, 0), i);
  if (f == NEGATIVE)
    return term_bvsle(s->tt, word(s, 15), i);
  if (f == OTHER_END && is_second)
    return term_bvult(s->tt, i, n);
  return term_bvslt(s->tt, i, n);
}

static assignment store(const sample *s) {
  term a = variable(s, s->a);
  return (assignment){s->a,
                      term_store(s->tt, a, variable(s, s->n), word(s, 1))};
}

// s += a[i], i++
static uint32_t add_up(const sample *s, assignment *out) {
  term i = variable(s, s->i);
  term element = term_select(s->tt, variable(s, s->a), i);
  out[0] = (assignment){s->i, term_bvadd(s->tt, i, word(s, 1))};
  out[1] = (assignment){s->s, term_bvadd(s->tt, variable(s, s->s), element)};
  return 2;
}

static void make_original(sample *s, fault f) {
  *s = (sample){.tt = terms_new()};
  sort w = sort_bv(s->tt, WIDTH), array = sort_array(s->tt, w, w);
  s->p = program_new(s->tt);
  s->a = build_var(s->p, "a", array);
  s->b = build_var(s->p, "b", array);
  s->i = build_var(s->p, "i", w);
  s->n = build_var(s->p, "n", w);
  s->k = build_var(s->p, "k", w);
  s->s = build_var(s->p, "s", w);
  s->input = build_input(s->p, "input", w);
  loc *all[] = {&s->first, &s->body, &s->second, &s->more, &s->check};
  s->entry = build_loc(s->p, LOC_ENTRY);
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    *all[i] = build_loc(s->p, LOC_PLAIN);
  s->error = build_loc(s->p, LOC_ERROR);
  s->end = build_loc(s->p, LOC_END);
  assignment stored = store(s), added[2];
  uint32_t n = add_up(s, added);
  term one = loop_guard(s, f, false), two = loop_guard(s, f, true);
  term is_zero_ = term_eq_make(s->tt, variable(s, s->s), word(s, 0));
  build_edge(s->p, s->entry, s->first, term_true(s->tt), &stored, 1);
  build_edge(s->p, s->first, s->body, one, &stored, f == STORED_THERE);
  build_edge(s->p, s->body, s->first, term_true(s->tt), added, n);
  build_edge(s->p, s->first, s->second, term_not(s->tt, one), &stored,
             f == STORED_BETWEEN);
  build_skip(s->p, s->second, s->more, two);
  build_edge(s->p, s->more, s->second, term_true(s->tt), added, n);
  build_edge(s->p, s->second, s->check, term_not(s->tt, two), &stored,
             f == STORED_LATER);
  build_skip(s->p, s->check, s->error, is_zero_);
  build_set(s->p, s->check, s->end, term_not(s->tt, is_zero_), s->k, s->input);
}

// --- the copy ----------------------------------------------------------------

static term next_index(const sample *s, fault f) {
  term i = variable(s, s->i), F = variable(s, s->prefix);
  if (f == INDEX_BY_ITSELF)
    i = term_select(s->tt, F, word(s, 0));
  return term_bvadd(s->tt, i, word(s, f == WIDER_STEP ? 2 : f != NO_STEP));
}

// What the condition adds.
static term summand(const sample *s, fault f, bool is_second) {
  term i = variable(s, s->i);
  bool is_other = f == OTHER_ARRAY && is_second;
  term t = term_select(s->tt, variable(s, is_other ? s->b : s->a), i);
  switch (f) {
  case FAIR_BY_INDEX:
    return term_bvadd(s->tt, t, term_bvmul(s->tt, i, i));
  case FAIR_BY_FIXED:
    return term_bvmul(s->tt, t, variable(s, s->n));
  case OTHER_FUNCTION:
    return is_second ? term_bvmul(s->tt, t, i) : t;
  case BY_SUM:
    return term_bvmul(s->tt, t, variable(s, s->s));
  case BY_INPUT:
    return term_bvmul(s->tt, t, s->input);
  case BY_RECORD:
    return term_bvmul(s->tt, t, variable(s, s->record));
  case BY_ITSELF:
    return term_bvmul(s->tt, t,
                      term_select(s->tt, variable(s, s->prefix), word(s, 3)));
  default:
    return t;
  }
}

static term condition(const sample *s, fault f, bool is_second) {
  term F = variable(s, f == ARRAY_OF_PROGRAM ? s->b : s->prefix);
  term from = variable(s, f == OTHER_STEP ? s->n : s->i);
  term before = term_select(s->tt, F, from), t = summand(s, f, is_second);
  term value_ = f == FAIR_DIFFERENCE ? term_bvxor(s->tt, before, t)
                                     : term_bvadd(s->tt, before, t);
  term made =
      term_eq_make(s->tt, term_select(s->tt, F, next_index(s, f)), value_);
  if (f == NEGATED)
    return term_not(s->tt, made);
  if (f == WEAKENED)
    return term_or(s->tt, made, term_bvult(s->tt, before, t));
  return f == ADDED_FALSE ? term_false(s->tt) : made;
}

// The edge of p, with another guard and perhaps one assignment more.
static void copy_edge(sample *s, edge e, term guard, const assignment *more) {
  block b = *program_edge_block(s->p, e);
  VEC(assignment) all = {0};
  for (uint32_t i = 0; i < b.assignment_count; i++)
    vec_push(&all, b.assignments[i]);
  if (more != NULL)
    vec_push(&all, *more);
  b.guard = guard;
  b.assignments = all.data;
  b.assignment_count = all.len;
  program_add_edge(s->q, program_edge_from(s->p, e), program_edge_to(s->p, e),
                   &b, program_edge(s->p, e));
  vec_free(&all);
}

// What the copy has besides the edge's guard.
static term condition_of(const sample *s, fault f, edge e) {
  loc from = program_edge_from(s->p, e), to = program_edge_to(s->p, e);
  term F = variable(s, s->prefix), b = variable(s, s->b);
  bool has_two = f != FAIR && f != STORED_BETWEEN;
  if (from.id == s->first.id && to.id == s->body.id)
    return condition(s, f, false);
  if (has_two && from.id == s->second.id && to.id == s->more.id)
    return condition(s, f, true);
  if (to.id == s->error.id && f == ON_ERROR)
    return condition(s, f, false);
  if (to.id == s->error.id && f == CHOSEN)
    return term_eq_make(s->tt, F, b);
  if (to.id == s->end.id && f == COMPARED)
    return term_eq_make(s->tt, F, b);
  return term_true(s->tt);
}

static void make_copy(sample *s, fault f) {
  s->q = program_new_like(s->p);
  program_copy_locations(s->q, s->p);
  sort w = sort_bv(s->tt, WIDTH);
  s->prefix = build_var(s->q, NULL, sort_array(s->tt, w, w));
  s->record = build_var(s->q, NULL, w);
  term F = variable(s, s->prefix);
  assignment assigned = {s->prefix, variable(s, s->b)};
  assignment recorded = {s->record, term_select(s->tt, F, word(s, 0))};
  for (uint32_t i = 1; i <= program_edge_count(s->p); i++) {
    term old = program_edge_block(s->p, (edge){i})->guard;
    const assignment *more = NULL;
    if (i == 1 && (f == ASSIGNED || f == RECORDED))
      more = f == ASSIGNED ? &assigned : &recorded;
    copy_edge(s, (edge){i}, term_and(s->tt, old, condition_of(s, f, (edge){i})),
              more);
  }
}

static void test_faults(void **state) {
  for (fault f = FAIR; f < FAULTS; f++) {
    if (f == FAULTS_BEGIN)
      continue;
    sample s;
    make_original(&s, f);
    make_copy(&s, f);
    bool is_fair = extension_is_fair(s.p, s.q);
    if (is_fair != (f < FAULTS_BEGIN))
      print_error("fault %d\n", (int)f);
    CHECK(is_fair == (f < FAULTS_BEGIN));
    program_free(s.p);
    program_free(s.q);
    terms_free(s.tt);
    CHECK(mem_live() == 0);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_faults)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
