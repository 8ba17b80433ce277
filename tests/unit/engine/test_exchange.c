// SPDX-License-Identifier: Apache-2.0
// Engines that tell each other what they know, against enumeration. Every
// import is checked on the way (an assertion in facts.c).
#include "invariant/exchange.h"

#include "encode/slice.h"
#include "encode/summarize.h"
#include "engine/engine.h"
#include "engines.h"

static const engine *const ENGINES[] = {&engine_kinduction, &engine_imc,
                                        &engine_predabs,    &engine_impact,
                                        &engine_splitting,  &engine_bmc};
enum { ENGINE_COUNT = 6, PROGRAMS = 120 };

// n := 0; while (n is even) n := n + step; error if it is odd.
static program *even(terms *tt, uint32_t step) {
  program *p = program_new(tt);
  var n = build_var(p, "n", sort_bv(tt, 16));
  term t = program_variable_term(p, n), one = term_bv(tt, 1, 1);
  term odd = term_eq_make(tt, term_extract(tt, t, 0, 0), one);
  loc entry = build_loc(p, LOC_ENTRY), head = build_loc(p, LOC_PLAIN);
  loc error = build_loc(p, LOC_ERROR);
  build_set(p, entry, head, term_true(tt), n, term_bv(tt, 16, 0));
  build_set(p, head, head, term_not(tt, odd), n,
            term_bvadd(tt, t, term_bv(tt, 16, step)));
  build_skip(p, head, error, odd);
  return p;
}

typedef struct {
  setting s;
  engine_task task;
  invariants base;
  lemmas *lemmas;
  exchange *facts;
} side;

static void side_init(side *x, const program *p, board *b, uint32_t column) {
  setting_init(&x->s);
  x->s.env.board = b;
  x->s.env.column = column;
  x->task = (engine_task){p, p, &x->s.env, NULL};
  CHECK(invariants_init(&x->base, &x->s.env, p, p, engine_backend(&x->s.env)));
  x->lemmas = lemmas_new(&x->base);
  x->facts = exchange_new(&x->base);
}

static void side_clear(side *x) {
  exchange_free(x->facts);
  lemmas_free(x->lemmas);
  invariants_clear(&x->base);
  options_free(&x->s.options);
}

static loc head_of(const side *x) {
  return transition_heads(x->base.system)->data[0];
}

// That the program of x has: its last bit is zero.
static term fact(side *x) {
  terms *tt = x->base.tt;
  term n = program_variable_term(x->task.original, (var){1});
  return term_eq_make(tt, term_extract(tt, n, 0, 0), term_bv(tt, 1, 0));
}

static void told_once_and_only_to_the_same_program(void **state) {
  terms *tt = terms_new(), *other_tt = terms_new(), *third_tt = terms_new();
  program *p = even(tt, 2), *same = even(other_tt, 2),
          *unlike = even(third_tt, 3);
  board *b = board_new(2);
  side x, y, z;
  side_init(&x, p, b, 0);
  side_init(&y, same, b, 1);
  side_init(&z, unlike, b, 1);
  exchange_post(x.facts); // nothing is known yet
  CHECK(board_is_empty(b) && exchange_take(y.facts, y.lemmas) == 0);
  lemmas_offer(x.lemmas, head_of(&x), fact(&x));
  CHECK(lemmas_settle(x.lemmas, &NO_LIMITS) == 1);
  exchange_post(x.facts);
  exchange_post(x.facts); // no news
  CHECK(x.s.stats.facts_posted == 1);
  CHECK(exchange_take(y.facts, y.lemmas) == 1);
  CHECK(exchange_take(y.facts, y.lemmas) == 0);
  CHECK(term_eq(y.base.invariant[head_of(&y).id], fact(&y)));
  exchange_post(y.facts); // what it was told is no news
  CHECK(y.s.stats.facts_posted == 0);
  CHECK(exchange_take(z.facts, z.lemmas) == 0);
  side_clear(&x);
  side_clear(&y);
  side_clear(&z);
  board_free(b);
  program *all[] = {p, same, unlike};
  terms *tables[] = {tt, other_tt, third_tt};
  for (uint32_t i = 0; i < 3; i++) {
    program_free(all[i]);
    terms_free(tables[i]);
  }
  CHECK(mem_live() == 0);
}

static void what_is_not_inductive_is_seen(void **state) {
  terms *tt = terms_new();
  program *p = even(tt, 2);
  side x;
  side_init(&x, p, NULL, 0);
  term at[8];
  for (uint32_t i = 0; i < 8; i++)
    at[i] = term_true(tt);
  at[head_of(&x).id] = fact(&x);
  CHECK(!exchange_are_broken(&x.base, at));
  at[head_of(&x).id] =
      term_bvult(tt, program_variable_term(p, (var){1}), term_bv(tt, 16, 100));
  CHECK(exchange_are_broken(&x.base, at));
  side_clear(&x);
  program_free(p);
  terms_free(tt);
}

typedef struct {
  uint64_t taken, posted;
  uint32_t answers;
} tally;

static void search(const program *p, const program *used, const explorer *x,
                   const engine *e, board *b, tally *t) {
  setting s;
  setting_init(&s);
  s.options.unwind = 12;
  s.env.board = b;
  engine_task task = {p, used, &s.env, NULL};
  result *r = e->run(&task);
  bool is_unsafe = explorer_reaches(x, LOC_ERROR);
  CHECK(r->verdict != VERDICT_TRUE ||
        (!is_unsafe && !explorer_reaches(x, LOC_BOUND)));
  CHECK(r->verdict != VERDICT_FALSE || is_unsafe);
  t->answers += r->verdict != VERDICT_UNKNOWN;
  t->taken += s.stats.facts_taken;
  t->posted += s.stats.facts_posted;
  result_free(r);
  options_free(&s.options);
}

static void engines_in_any_order_with_one_board(void **state) {
  tally t = {0};
  dice d = {5};
  for (int i = 0; i < PROGRAMS; i++) {
    terms *tt = terms_new();
    program *p = random_program(tt, &d), *sliced = slice(p);
    program *large = summarize(sliced, &NO_LIMITS);
    explorer x = explore(p);
    board *b = board_new(1);
    for (uint32_t n = 0; n < 4; n++)
      search(p, i % 2 ? sliced : large, &x, ENGINES[roll(&d, ENGINE_COUNT)], b,
             &t);
    board_free(b);
    explorer_clear(&x);
    program_free(large);
    program_free(sliced);
    program_free(p);
    terms_free(tt);
  }
  CHECK(t.answers > PROGRAMS && t.posted > 0 && t.taken > 0);
  CHECK(mem_live() == 0);
}

// n := any; while (n * (n + 1) is even) n := n + any; else error.
static program *products(terms *tt) {
  program *p = program_new(tt);
  var n = build_var(p, "n", sort_bv(tt, 8));
  term t = program_variable_term(p, n), one = term_bv(tt, 8, 1);
  term first = build_input(p, "first", sort_bv(tt, 8));
  term next = build_input(p, "next", sort_bv(tt, 8));
  term product = term_bvmul(tt, t, term_bvadd(tt, t, one));
  term odd = term_eq_make(tt, term_bvand(tt, product, one), one);
  loc entry = build_loc(p, LOC_ENTRY), head = build_loc(p, LOC_PLAIN);
  loc error = build_loc(p, LOC_ERROR);
  build_set(p, entry, head, term_true(tt), n, first);
  build_set(p, head, head, term_not(tt, odd), n, term_bvadd(tt, t, next));
  build_skip(p, head, error, odd);
  return p;
}

// The second one to unroll the same blocks asks nothing that the first one did.
static void no_frame_is_searched_twice(void **state) {
  terms *tt = terms_new();
  program *p = products(tt);
  board *b = board_new(2);
  uint64_t calls[2], taken[2];
  for (uint32_t i = 0; i < 2; i++) {
    setting s;
    setting_init(&s);
    s.options.unwind = 6;
    s.env.board = b;
    s.env.column = i;
    engine_task task = {p, p, &s.env, NULL};
    result_free(engine_bmc.run(&task));
    calls[i] = s.stats.solver_calls;
    taken[i] = s.stats.frames_taken;
    options_free(&s.options);
  }
  CHECK(calls[0] > 0 && calls[1] == 0);
  CHECK(taken[0] == 0 && taken[1] > 0);
  board_free(b);
  program_free(p);
  terms_free(tt);
  CHECK(mem_live() == 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(told_once_and_only_to_the_same_program),
      cmocka_unit_test(what_is_not_inductive_is_seen),
      cmocka_unit_test(no_frame_is_searched_twice),
      cmocka_unit_test(engines_in_any_order_with_one_board),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
