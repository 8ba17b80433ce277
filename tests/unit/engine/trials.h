// SPDX-License-Identifier: Apache-2.0
// Engines that always find an answer on small random programs, against
// enumeration of their states: single, medium and large blocks.
#ifndef UNIT_TRIALS_H
#define UNIT_TRIALS_H

#include "encode/slice.h"
#include "encode/summarize.h"
#include "engine/engine.h"
#include "engine/engines.h"
#include "program/loops.h"
#include "program/ways.h"

typedef struct {
  result *(*run)(const engine_task *task);
  void (*configure)(options *o, int variant); // variants 0, 1, ...
  int variants;
  int stuck_variants; // so many, the first ones, may end without an answer
  const char *stuck_reason;
} trial;

typedef struct {
  uint32_t is_true, is_false, stopped, stuck;
} trial_counts;

// Every reachable state satisfies the invariant of its location, and the
// labels cut every cycle that leads to a bad sink.
static inline void trial_proof(explorer *x, const proof *p) {
  CHECK(p->kind == PROOF_INVARIANT && p->k == 1);
  loops *l = loops_find(x->p);
  for (uint32_t i = 0; i < p->labels.len; i++)
    l->is_head[p->labels.data[i].location.id] = false;
  bool *leads_on = program_ways(x->p);
  for (uint32_t i = 1; i <= program_location_count(x->p); i++)
    CHECK(!l->is_head[i] || !leads_on[i]);
  mem_free(leads_on);
  loops_free(l);
  for (uint32_t i = 0; i < x->states.len; i++) {
    eval_forget(x->ev);
    set_values(x->p, x->ev, x->states.data[i].values);
    for (uint32_t k = 0; k < p->labels.len; k++)
      if (p->labels.data[k].location.id == x->states.data[i].at.id)
        CHECK(eval_is_true(x->ev, p->labels.data[k].invariant));
  }
}

static inline void trial_result(explorer *x, const result *r, bool may_stick,
                                const char *reason, trial_counts *seen) {
  if (r->verdict == VERDICT_UNKNOWN && r->unknown == UNKNOWN_ENGINE) {
    CHECK(may_stick && strstr(r->reason, reason));
    seen->stuck++;
  } else if (explorer_reaches(x, LOC_ERROR)) {
    CHECK(r->verdict == VERDICT_FALSE);
    check_trace(x->p, &r->trace);
    seen->is_false++;
  } else if (explorer_reaches(x, LOC_BOUND)) {
    CHECK(r->verdict == VERDICT_UNKNOWN && r->unknown == UNKNOWN_BOUND);
    CHECK(strcmp(r->reason, "stop") == 0 && r->at.line != 0);
    seen->stopped++;
  } else {
    CHECK(r->verdict == VERDICT_TRUE);
    trial_proof(x, &r->proof);
    seen->is_true++;
  }
}

static inline void trial_program(const trial *t, explorer *x, const program *p,
                                 trial_counts *seen) {
  for (int variant = 0; variant < t->variants; variant++) {
    setting s;
    setting_init(&s);
    t->configure(&s.options, variant);
    engine_task task = {x->p, p, &s.env, NULL};
    result *r = t->run(&task);
    trial_result(x, r, variant < t->stuck_variants, t->stuck_reason, seen);
    result_free(r);
    options_free(&s.options);
  }
}

static inline void trial_run(const trial *t, int rounds, uint64_t seed) {
  dice d = {seed};
  trial_counts seen = {0};
  for (int i = 0; i < rounds; i++) {
    terms *tt = terms_new();
    program *p = random_program(tt, &d);
    program *sliced = slice(p);
    program *large = summarize(sliced, &NO_LIMITS);
    program *medium = summarize_within(p, 1 + roll(&d, 4), &NO_LIMITS);
    explorer x = explore(p);
    CHECK(!x.too_many_inputs);
    trial_program(t, &x, sliced, &seen);
    trial_program(t, &x, medium, &seen);
    trial_program(t, &x, large, &seen);
    explorer_clear(&x);
    program_free(medium);
    program_free(large);
    program_free(sliced);
    program_free(p);
    terms_free(tt);
  }
  // The programs are worth testing only if every kind is among them.
  uint32_t few = (uint32_t)rounds / 20;
  CHECK(seen.is_true > few && seen.is_false > few);
  CHECK(seen.stopped > 0 && seen.stuck < few);
  CHECK(mem_live() == 0);
}

// x := 0; while (*) x := x + 2; then x == bad is the error. The proof needs to
// know that x is even.
static inline program *trial_even(terms *tt, uint64_t bad) {
  program *p = program_new(tt);
  sort word = sort_bv(tt, 8);
  var x = build_var(p, "x", word);
  term xt = program_variable_term(p, x);
  loc entry = build_loc(p, LOC_ENTRY), head = build_loc(p, LOC_PLAIN);
  loc error = build_loc(p, LOC_ERROR), end = build_loc(p, LOC_END);
  term more = build_input(p, "in", sort_bool(tt));
  term is_bad = term_eq_make(tt, xt, term_bv(tt, 8, bad));
  build_set(p, entry, head, term_true(tt), x, term_bv(tt, 8, 0));
  build_set(p, head, head, more, x, term_bvadd(tt, xt, term_bv(tt, 8, 2)));
  term done = term_not(tt, more);
  build_skip(p, head, error, term_and(tt, done, is_bad));
  build_skip(p, head, end, term_and(tt, done, term_not(tt, is_bad)));
  return p;
}

// One run on trial_even(bad), with the checks of its answer. 's' is
// initialized, and belongs to the caller.
static inline void trial_even_run(result *(*run)(const engine_task *task),
                                  uint64_t bad, setting *s,
                                  void (*look)(const result *r)) {
  terms *tt = terms_new();
  program *p = trial_even(tt, bad);
  engine_task task = {p, p, &s->env, NULL};
  result *r = run(&task);
  if (r->verdict == VERDICT_TRUE) {
    CHECK(bad % 2 == 1 && r->proof.labels.len == 1);
    CHECK(r->proof.labels.data[0].location.id == 2);
  } else if (r->verdict == VERDICT_FALSE) {
    CHECK(bad % 2 == 0);
    check_trace(p, &r->trace);
  }
  look(r);
  result_free(r);
  program_free(p);
  terms_free(tt);
}

#endif
