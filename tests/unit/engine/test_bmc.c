// SPDX-License-Identifier: Apache-2.0
// Bounded model checking of random programs, against enumeration of their
// states: on single and large blocks, sliced and not, with both solvers.
#include "engine/bmc.h"

#include "encode/slice.h"
#include "encode/summarize.h"
#include "engine/engines.h"
#include "program/loops.h"

static void setting_init_for(setting *s, int backend, int64_t unwind) {
  setting_init(s);
  s->options.solver = backend;
  s->options.unwind = unwind;
}

// --- expectations
// ----------------------------------------------------------------

typedef struct {
  bool error, bound;
  uint32_t visits; // of loop heads, on one path; UINT32_MAX: without end
} expectation;

static expectation expect(const program *p) {
  explorer x = explore(p);
  CHECK(!x.too_many_inputs);
  loops *l = loops_find(p);
  expectation e = {explorer_reaches(&x, LOC_ERROR),
                   explorer_reaches(&x, LOC_BOUND),
                   explorer_visits(&x, l->is_head)};
  loops_free(l);
  explorer_clear(&x);
  return e;
}

static uint32_t seen_true, seen_false, seen_stopped, seen_open;

static void check_result(const program *p, const expectation *e,
                         const result *r) {
  if (e->error) {
    seen_false++;
    CHECK(r->verdict == VERDICT_FALSE);
    check_trace(p, &r->trace);
  } else if (e->visits == UINT32_MAX) {
    seen_open++;
    CHECK(r->verdict == VERDICT_UNKNOWN && r->unknown == UNKNOWN_BOUND);
  } else if (e->bound) {
    seen_stopped++;
    CHECK(r->verdict == VERDICT_UNKNOWN && r->unknown == UNKNOWN_BOUND);
    CHECK(strcmp(r->reason, "stop") == 0 && r->at.line != 0);
  } else {
    seen_true++;
    CHECK(r->verdict == VERDICT_TRUE);
    CHECK(r->proof.kind == PROOF_BOUNDED);
    CHECK(r->proof.k >= e->visits);
  }
}

static void check_program(const program *original, const program *p,
                          const expectation *e, int backend) {
  bool ends = e->error || e->visits != UINT32_MAX;
  setting s;
  setting_init_for(&s, backend, ends ? 0 : 5);
  engine_task task = {original, p, &s.env, NULL};
  result *r = bmc_run(&task);
  check_result(original, e, r);
  result_free(r);
  options_free(&s.options);
}

static void check_all(int rounds, uint64_t seed, int backend) {
  dice d = {seed};
  seen_true = seen_false = seen_stopped = seen_open = 0;
  for (int i = 0; i < rounds; i++) {
    terms *tt = terms_new();
    program *p = random_program(tt, &d);
    program *sliced = slice(p);
    program *large = summarize(p, &NO_LIMITS);
    program *both = summarize(sliced, &NO_LIMITS);
    expectation e = expect(p), f = expect(sliced); // which ends sooner
    check_program(p, p, &e, backend);
    check_program(p, sliced, &f, backend);
    check_program(p, large, &e, backend);
    check_program(p, both, &f, backend);
    program_free(both);
    program_free(large);
    program_free(sliced);
    program_free(p);
    terms_free(tt);
  }
  // The programs are worth testing only if every kind is among them.
  uint32_t few = (uint32_t)rounds / 20;
  CHECK(seen_true > few && seen_false > few && seen_open > few);
  CHECK(seen_stopped > 0);
  CHECK(mem_live() == 0);
}

static void random_programs_with_bits(void **state) { check_all(600, 1, 0); }

static void random_programs_with_z3(void **state) { check_all(100, 2, 1); }

// --- by hand
// ---------------------------------------------------------------------

typedef struct {
  terms *tt;
  program *p;
  var x, n;
  loc entry, head, error, end;
} counter;

// n := in; x := 0; while (x < n) x++; then x == bad is the error.
static counter make_counter(uint64_t most, uint64_t bad) {
  counter c = {.tt = terms_new()};
  c.p = program_new(c.tt);
  sort word = sort_bv(c.tt, 32);
  c.x = build_var(c.p, "x", word);
  c.n = build_var(c.p, "n", word);
  term x = program_variable_term(c.p, c.x), n = program_variable_term(c.p, c.n);
  c.entry = build_loc(c.p, LOC_ENTRY);
  c.head = build_loc(c.p, LOC_PLAIN);
  c.error = build_loc(c.p, LOC_ERROR);
  c.end = build_loc(c.p, LOC_END);
  term in = build_input(c.p, "in", word);
  assignment start[] = {{c.x, term_bv(c.tt, 32, 0)}, {c.n, in}};
  build_edge(c.p, c.entry, c.head,
             term_bvule(c.tt, in, term_bv(c.tt, 32, most)), start, 2);
  term more = term_bvult(c.tt, x, n);
  term is_bad = term_eq_make(c.tt, x, term_bv(c.tt, 32, bad));
  build_set(c.p, c.head, c.head, more, c.x,
            term_bvadd(c.tt, x, term_bv(c.tt, 32, 1)));
  build_skip(c.p, c.head, c.error,
             term_and(c.tt, term_not(c.tt, more), is_bad));
  build_skip(c.p, c.head, c.end,
             term_and(c.tt, term_not(c.tt, more), term_not(c.tt, is_bad)));
  return c;
}

static result *run_counter(const counter *c, setting *s) {
  engine_task task = {c->p, c->p, &s->env, NULL};
  return bmc_run(&task);
}

static void counter_clear(counter *c, setting *s, result *r) {
  result_free(r);
  options_free(&s->options);
  program_free(c->p);
  terms_free(c->tt);
  CHECK(mem_live() == 0);
}

static void a_bounded_loop_is_proved(void **state) {
  counter c = make_counter(12, 13);
  setting s;
  setting_init_for(&s, 0, 0);
  result *r = run_counter(&c, &s);
  CHECK(r->verdict == VERDICT_TRUE && r->sound);
  CHECK(r->proof.k == 13); // x = 0, 1, ..., 12 at the head
  CHECK(r->proof.labels.len == 1);
  CHECK(r->proof.labels.data[0].location.id == c.head.id);
  CHECK(r->finder == FINDER_BITS);
  counter_clear(&c, &s, r);
}

static void an_error_in_the_last_round_is_found(void **state) {
  counter c = make_counter(12, 12);
  setting s;
  setting_init_for(&s, 0, 0);
  result *r = run_counter(&c, &s);
  CHECK(r->verdict == VERDICT_FALSE && r->precise);
  CHECK(r->trace.inputs.len == 1);
  CHECK(value_get_u64(r->trace.inputs.data[0].value) == 12);
  check_trace(c.p, &r->trace);
  counter_clear(&c, &s, r);
}

static void unwinding_stops(void **state) {
  counter c = make_counter(1000, 2000);
  setting s;
  setting_init_for(&s, 0, 7);
  result *r = run_counter(&c, &s);
  CHECK(r->verdict == VERDICT_UNKNOWN && r->unknown == UNKNOWN_BOUND);
  CHECK(r->bound == 7);
  CHECK(s.stats.unrollings == 9);
  counter_clear(&c, &s, r);
  // An error after seven rounds is within the bound, one after eight is not.
  for (uint64_t bad = 7; bad <= 8; bad++) {
    c = make_counter(1000, bad);
    setting_init_for(&s, 0, 7);
    r = run_counter(&c, &s);
    CHECK(r->verdict == (bad == 7 ? VERDICT_FALSE : VERDICT_UNKNOWN));
    counter_clear(&c, &s, r);
  }
}

static void limits_stop_the_search(void **state) {
  counter c = make_counter(1000000000, 2000000000);
  setting s;
  setting_init_for(&s, 0, 0);
  s.env.limits = limits_within(NULL, 0.2);
  result *r = run_counter(&c, &s);
  CHECK(r->verdict == VERDICT_UNKNOWN && r->unknown == UNKNOWN_TIME);
  CHECK(r->bound > 3);
  counter_clear(&c, &s, r);
}

// A limit may be hit at any look at the clock, also in the run that finds out
// why there is no answer.
static void a_limit_may_come_at_any_time(void **state) {
  const double tick = 0x1p-16;
  unknown_kind seen = UNKNOWN_TIME;
  clock_count_work(true);
  for (uint32_t k = 1; seen == UNKNOWN_TIME && k < 1000; k++) {
    terms *tt = terms_new();
    program *p = program_new(tt);
    loc entry = build_loc(p, LOC_ENTRY);
    term in = build_input(p, "in", sort_bool(tt));
    build_skip(p, entry, build_loc(p, LOC_BOUND), in);
    build_skip(p, entry, build_loc(p, LOC_END), term_not(tt, in));
    setting s;
    setting_init_for(&s, 0, 0);
    s.env.limits = limits_within(NULL, k * tick);
    engine_task task = {p, p, &s.env, NULL};
    result *r = bmc_run(&task);
    CHECK(r->verdict == VERDICT_UNKNOWN);
    seen = r->unknown;
    result_free(r);
    options_free(&s.options);
    program_free(p);
    terms_free(tt);
    CHECK(mem_live() == 0);
  }
  clock_count_work(false);
  CHECK(seen == UNKNOWN_BOUND);
}

// Where paths go on for ever, concrete runs answer for the solver: about one
// question per round.
static void the_forward_condition_is_not_asked_in_vain(void **state) {
  counter c = make_counter(UINT32_MAX, UINT32_MAX);
  setting s;
  setting_init_for(&s, 0, 50);
  result *r = run_counter(&c, &s);
  CHECK(r->verdict == VERDICT_UNKNOWN);
  CHECK(s.stats.solver_calls <= s.stats.unrollings + 15);
  counter_clear(&c, &s, r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_programs_with_bits),
      cmocka_unit_test(random_programs_with_z3),
      cmocka_unit_test(a_bounded_loop_is_proved),
      cmocka_unit_test(an_error_in_the_last_round_is_found),
      cmocka_unit_test(unwinding_stops),
      cmocka_unit_test(limits_stop_the_search),
      cmocka_unit_test(a_limit_may_come_at_any_time),
      cmocka_unit_test(the_forward_condition_is_not_asked_in_vain),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
