// SPDX-License-Identifier: Apache-2.0
// Summaries and slices have the reachable states of their program.
#include "encode/summarize.h"

#include "builder.h"
#include "encode/slice.h"
#include "program/ways.h"
#include "program/loops.h"

static const limits NO_LIMITS = {0};

static void check_valid(const program *p) {
  strbuf why = {0};
  if (!program_validate(p, &why))
    fail_msg("%s", strbuf_text(&why));
  strbuf_free(&why);
}

// Every state of the summary is one of the original at that place.
static void check_contained(const explorer *summary, const explorer *all) {
  for (uint32_t i = 0; i < summary->states.len; i++) {
    concrete c = summary->states.data[i];
    CHECK(explorer_has(all, program_origin(summary->p, c.at), c.values));
  }
}

// And the other way round, at the locations that are left.
static void check_complete(const explorer *summary, const explorer *all) {
  hmap image = {0};
  for (uint32_t i = 1; i <= program_location_count(summary->p); i++)
    hmap_put(&image, program_origin(summary->p, (loc){i}).id, i);
  for (uint32_t i = 0; i < all->states.len; i++) {
    concrete c = all->states.data[i];
    uint64_t *at = hmap_find(&image, c.at.id);
    if (at != NULL)
      CHECK(explorer_has(summary, (loc){(uint32_t)*at}, c.values));
  }
  hmap_free(&image);
}

static void check_cut_points(const program *p, const program *summary) {
  loops *l = loops_find(p);
  bool *kept = mem_alloc(program_location_count(p) + 1);
  uint32_t reached = 0;
  for (uint32_t i = 1; i <= program_location_count(summary); i++) {
    loc origin = program_origin(summary, (loc){i});
    loc_kind kind = program_location(p, origin)->kind;
    CHECK(!kept[origin.id]);
    kept[origin.id] = true;
    reached++;
    CHECK(kind != LOC_PLAIN || l->is_head[origin.id]);
    CHECK(kind == program_location(summary, (loc){i})->kind);
  }
  for (uint32_t i = 1; i <= program_location_count(p); i++)
    if (program_location(p, (loc){i})->kind != LOC_PLAIN)
      CHECK(kept[i]); // entry and sinks never go
  mem_free(kept);
  loops_free(l);
}

static void check_one_edge_per_pair(const program *p) {
  hmap seen = {0};
  for (uint32_t i = 1; i <= program_edge_count(p); i++) {
    uint64_t pair = hmap_pair(program_edge_from(p, (edge){i}).id,
                              program_edge_to(p, (edge){i}).id);
    CHECK(hmap_find(&seen, pair) == NULL);
    hmap_put(&seen, pair, 1);
  }
  hmap_free(&seen);
}

static uint32_t compared;

static void check_summary(const program *p, const explorer *all) {
  program *summary = summarize(p, &NO_LIMITS);
  check_valid(summary);
  check_cut_points(p, summary);
  check_one_edge_per_pair(summary);
  explorer x = explore(summary);
  check_contained(&x, all);
  if (!x.too_many_inputs) {
    check_complete(&x, all);
    compared++;
  }
  explorer_clear(&x);
  program_free(summary);
}

static void random_programs_keep_their_states(void **state) {
  dice d = {3};
  compared = 0;
  for (int i = 0; i < 1500; i++) {
    terms *tt = terms_new();
    program *p = random_program(tt, &d);
    check_valid(p);
    explorer all = explore(p);
    check_summary(p, &all);
    explorer_clear(&all);
    program_free(p);
    terms_free(tt);
  }
  CHECK(compared > 1200);
  CHECK(mem_live() == 0);
}

// A slice reaches the same locations (its values may differ), but for those
// that lead to no bad sink, and so does the summary of a slice.
static void check_slice(const program *p, const explorer *all) {
  program *sliced = slice(p);
  check_valid(sliced);
  CHECK(program_location_count(sliced) == program_location_count(p));
  CHECK(program_edge_count(sliced) == program_edge_count(p));
  explorer x = explore(sliced);
  hmap in_all = {0}, in_slice = {0};
  for (uint32_t i = 0; i < all->states.len; i++)
    hmap_put(&in_all, all->states.data[i].at.id, 1);
  for (uint32_t i = 0; i < x.states.len; i++)
    hmap_put(&in_slice, x.states.data[i].at.id, 1);
  bool *leads_on = program_ways(p);
  for (uint32_t i = 1; i <= program_location_count(p); i++) {
    bool is_kept = leads_on[i] || i == program_entry(p).id;
    bool is_reached = hmap_find(&in_all, i) != NULL && is_kept;
    CHECK(is_reached == (hmap_find(&in_slice, i) != NULL));
  }
  mem_free(leads_on);
  check_summary(sliced, &x);
  hmap_free(&in_all);
  hmap_free(&in_slice);
  explorer_clear(&x);
  program_free(sliced);
}

static void random_slices_reach_the_same_places(void **state) {
  dice d = {11};
  for (int i = 0; i < 800; i++) {
    terms *tt = terms_new();
    program *p = random_program(tt, &d);
    explorer all = explore(p);
    check_slice(p, &all);
    explorer_clear(&all);
    program_free(p);
    terms_free(tt);
  }
  CHECK(mem_live() == 0);
}

static void slicing_ends_paths_that_lead_to_no_error(void **state) {
  terms *tt = terms_new();
  program *p = program_new(tt);
  var x = build_var(p, "x", sort_bv(tt, 8));
  term tx = program_variable_term(p, x), one = term_bv(tt, 8, 1);
  loc entry = build_loc(p, LOC_ENTRY), a = build_loc(p, LOC_PLAIN);
  loc endless = build_loc(p, LOC_PLAIN), error = build_loc(p, LOC_ERROR);
  term is_one = term_eq_make(tt, tx, one);
  build_skip(p, entry, a, term_true(tt));
  build_skip(p, a, error, is_one);
  build_skip(p, a, endless, term_not(tt, is_one));
  assignment more = {x, term_bvadd(tt, tx, one)};
  build_edge(p, endless, endless, term_true(tt), &more, 1);
  program *sliced = slice(p);
  for (uint32_t i = 1; i <= 4; i++)
    CHECK(term_is_false(tt, program_edge_block(sliced, (edge){i})->guard) ==
          (i > 2));
  CHECK(program_edge_block(sliced, (edge){4})->assignment_count == 0);
  program_free(sliced);
  program_free(p);
  terms_free(tt);
  CHECK(mem_live() == 0);
}

static void slicing_drops_what_no_guard_reads(void **state) {
  terms *tt = terms_new();
  program *p = program_new(tt);
  sort word = sort_bv(tt, 8);
  var x = build_var(p, "x", word), y = build_var(p, "y", word);
  var z = build_var(p, "z", word);
  term tx = program_variable_term(p, x), ty = program_variable_term(p, y);
  term tz = program_variable_term(p, z);
  loc entry = build_loc(p, LOC_ENTRY), a = build_loc(p, LOC_PLAIN);
  loc error = build_loc(p, LOC_ERROR);
  // x depends on y; z only on itself
  assignment list[] = {
      {x, ty}, {y, term_bvadd(tt, ty, tx)}, {z, term_bvadd(tt, tz, tx)}};
  build_edge(p, entry, a, term_true(tt), list, 3);
  build_skip(p, a, error, term_eq_make(tt, tx, term_bv(tt, 8, 1)));
  program *sliced = slice(p);
  const block *b = program_edge_block(sliced, (edge){1});
  CHECK(b->assignment_count == 2);
  CHECK(b->assignments[0].target.id == x.id);
  CHECK(b->assignments[1].target.id == y.id);
  program_free(sliced);
  program_free(p);
  terms_free(tt);
  CHECK(mem_live() == 0);
}

// n locks, each taken in one branch and checked in another: the shape of the
// paper's test_locks. Returns the terms that summarizing made.
static uint32_t terms_for_locks(uint32_t n) {
  terms *tt = terms_new();
  program *p = program_new(tt);
  sort word = sort_bv(tt, 32);
  term zero = term_bv(tt, 32, 0), one = term_bv(tt, 32, 1);
  term yes = term_true(tt);
  loc entry = build_loc(p, LOC_ENTRY), head = build_loc(p, LOC_PLAIN);
  loc error = build_loc(p, LOC_ERROR);
  build_skip(p, entry, head, yes);
  loc at = head;
  for (uint32_t i = 0; i < n; i++) {
    var flag = build_var(p, "p", word), lock = build_var(p, "lk", word);
    term tf = program_variable_term(p, flag);
    loc have = build_loc(p, LOC_PLAIN), then = build_loc(p, LOC_PLAIN);
    loc next = build_loc(p, LOC_PLAIN), last = build_loc(p, LOC_PLAIN);
    term in = build_input(p, "nondet", word);
    assignment start[] = {{flag, in}, {lock, zero}};
    build_edge(p, at, have, yes, start, 2);
    term free = term_eq_make(tt, tf, zero);
    build_skip(p, have, next, free);
    build_skip(p, have, then, term_not(tt, free));
    build_set(p, then, next, yes, lock, one);
    term bad = term_and(tt, term_not(tt, free),
                        term_eq_make(tt, program_variable_term(p, lock), zero));
    build_skip(p, next, error, bad);
    build_skip(p, next, last, term_not(tt, bad));
    at = last;
  }
  build_skip(p, at, head, yes);
  uint32_t before = terms_count(tt);
  program *summary = summarize(p, &NO_LIMITS);
  uint32_t made = terms_count(tt) - before;
  CHECK(program_location_count(summary) == 3);
  program_free(summary);
  program_free(p);
  terms_free(tt);
  return made;
}

static void joins_cost_what_differs(void **state) {
  uint32_t small = terms_for_locks(500), large = terms_for_locks(5000);
  CHECK(large <= 12 * small);
  CHECK(mem_live() == 0);
}

// A switch with n cases, each of which sets a variable of its own, and a
// chain of n early exits to one place: both meet in one join of n ways.
static uint32_t terms_for_switch(uint32_t n, bool chain) {
  terms *tt = terms_new();
  program *p = program_new(tt);
  sort word = sort_bv(tt, 32);
  term yes = term_true(tt), rest = yes;
  loc entry = build_loc(p, LOC_ENTRY), from = build_loc(p, LOC_PLAIN);
  loc join = build_loc(p, LOC_PLAIN), error = build_loc(p, LOC_ERROR);
  var sum = build_var(p, "sum", word);
  term total = term_bv(tt, 32, 0);
  term in = build_input(p, "in", word);
  build_skip(p, entry, from, yes);
  for (uint32_t i = 0; i < n; i++) {
    var v = build_var(p, "v", word);
    term hit = chain ? term_eq_make(tt, program_variable_term(p, sum),
                                    term_bv(tt, 32, i))
                     : term_eq_make(tt, in, term_bv(tt, 32, i));
    total = term_bvxor(tt, total, program_variable_term(p, v));
    if (chain) {
      loc next = build_loc(p, LOC_PLAIN);
      build_skip(p, from, join, hit);
      build_set(p, from, next, term_not(tt, hit), v, term_bv(tt, 32, 7));
      from = next;
      continue;
    }
    build_set(p, from, join, hit, v, term_bv(tt, 32, 7));
    rest = term_and(tt, rest, term_not(tt, hit));
  }
  build_skip(p, from, join, rest);
  build_skip(p, join, error, term_eq_make(tt, total, term_bv(tt, 32, 12345)));
  uint32_t before = terms_count(tt);
  program *summary = summarize(p, &NO_LIMITS);
  uint32_t made = terms_count(tt) - before;
  CHECK(program_edge_count(summary) == 1);
  program_free(summary);
  program_free(p);
  terms_free(tt);
  return made;
}

static void wide_joins_are_not_quadratic(void **state) {
  for (int chain = 0; chain <= 1; chain++) {
    uint32_t small = terms_for_switch(300, chain);
    uint32_t large = terms_for_switch(3000, chain);
    CHECK(large <= 16 * small);
  }
  CHECK(mem_live() == 0);
}

// After a complete branch the condition is the one before it.
static void a_join_forgets_its_branch(void **state) {
  terms *tt = terms_new();
  program *p = program_new(tt);
  var x = build_var(p, "x", sort_bv(tt, 8));
  term in = build_input(p, "in", sort_bool(tt));
  loc entry = build_loc(p, LOC_ENTRY), a = build_loc(p, LOC_PLAIN);
  loc b = build_loc(p, LOC_PLAIN), end = build_loc(p, LOC_PLAIN);
  term yes = term_true(tt);
  build_set(p, entry, a, in, x, term_bv(tt, 8, 1));
  build_set(p, entry, b, term_not(tt, in), x, term_bv(tt, 8, 2));
  build_skip(p, a, end, yes);
  build_skip(p, b, end, yes);
  build_skip(p, end, end, yes);
  program *summary = summarize(p, &NO_LIMITS);
  const edge_vec *out = program_out_edges(summary, program_entry(summary));
  CHECK(out->len == 1);
  const block *made = program_edge_block(summary, out->data[0]);
  CHECK(term_is_true(tt, made->guard));
  CHECK(made->assignment_count == 1 && made->input_count == 1);
  CHECK(term_eq(made->assignments[0].value,
                term_ite(tt, in, term_bv(tt, 8, 1), term_bv(tt, 8, 2))));
  program_free(summary);
  program_free(p);
  terms_free(tt);
  CHECK(mem_live() == 0);
}

// A row of loops that can each be skipped: code behind the last one belongs to
// the regions of all of them, unless some place in between becomes a cut.
static void shared_code_is_not_executed_once_per_loop(void **state) {
  terms *tt = terms_new();
  program *p = program_new(tt);
  term yes = term_true(tt);
  var x = build_var(p, "x", sort_bv(tt, 32));
  loc at = build_loc(p, LOC_ENTRY);
  enum { LOOPS = 400 };
  for (uint32_t i = 0; i < LOOPS; i++) {
    loc first = build_loc(p, LOC_PLAIN), head = build_loc(p, LOC_PLAIN);
    loc next = build_loc(p, LOC_PLAIN);
    term in = build_input(p, "in", sort_bool(tt));
    term more = build_input(p, "more", sort_bool(tt));
    build_skip(p, at, first, yes);
    build_skip(p, first, head, in);
    build_skip(p, first, next, term_not(tt, in));
    build_set(p, head, head, more, x,
              term_bvadd(tt, program_variable_term(p, x), term_bv(tt, 32, i)));
    build_skip(p, head, next, term_not(tt, more));
    at = next;
  }
  build_skip(p, at, build_loc(p, LOC_END), yes);
  program *summary = summarize(p, &NO_LIMITS);
  CHECK(program_edge_count(summary) < 20 * LOOPS);
  check_valid(summary);
  program_free(summary);
  program_free(p);
  terms_free(tt);
  CHECK(mem_live() == 0);
}

static void a_limit_gives_nothing(void **state) {
  dice d = {5};
  terms *tt = terms_new();
  limits past = {.deadline = clock_now() - 1};
  uint32_t stopped = 0;
  for (int i = 0; i < 50; i++) {
    program *p = random_program(tt, &d);
    program *summary = summarize(p, &past);
    stopped += summary == NULL;
    program_free(summary);
    program_free(p);
  }
  CHECK(stopped > 0);
  terms_free(tt);
  CHECK(mem_live() == 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_programs_keep_their_states),
      cmocka_unit_test(random_slices_reach_the_same_places),
      cmocka_unit_test(slicing_ends_paths_that_lead_to_no_error),
      cmocka_unit_test(slicing_drops_what_no_guard_reads),
      cmocka_unit_test(joins_cost_what_differs),
      cmocka_unit_test(wide_joins_are_not_quadratic),
      cmocka_unit_test(a_join_forgets_its_branch),
      cmocka_unit_test(shared_code_is_not_executed_once_per_loop),
      cmocka_unit_test(a_limit_gives_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
