// SPDX-License-Identifier: Apache-2.0
// States made from models, against all values of small words.
#include "engine/explicit/successor.h"

#include "base/mem.h"
#include "engine/explicit/implicant.h"
#include "engine/explicit/relative.h"
#include "term/eval.h"
#include "unit.h"

enum { WIDTH = 2, VALUES = 1 << WIDTH, UNKNOWNS = 3, VARIABLES = 4 };
enum { ROUNDS = 2000 };

typedef struct {
  options options;
  stats stats;
  env env;
  terms *tt;
  term unknowns[UNKNOWNS], variables[VARIABLES];
  uint64_t seed;
} fixture;

static void fixture_init(fixture *f) {
  *f = (fixture){.tt = terms_new(), .seed = 5};
  options_init(&f->options);
  f->env = (env){.options = &f->options, .stats = &f->stats};
  sort s = sort_bv(f->tt, WIDTH);
  for (int i = 0; i < UNKNOWNS; i++)
    f->unknowns[i] = term_fresh(f->tt, "u", s);
  for (int i = 0; i < VARIABLES; i++)
    f->variables[i] = term_fresh(f->tt, "v", s);
}

static void fixture_clear(fixture *f) {
  terms_free(f->tt);
  options_free(&f->options);
  assert_int_equal(mem_live(), 0);
}

static uint32_t pick(fixture *f, uint32_t n) {
  f->seed = f->seed * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(f->seed >> 33) % n;
}

static term word(fixture *f, uint64_t n) { return term_bv(f->tt, WIDTH, n); }

static term random_condition(fixture *f, int depth);

static term random_word(fixture *f, int depth) {
  terms *tt = f->tt;
  if (depth == 0 || pick(f, 3) == 0)
    return pick(f, 4) == 0 ? word(f, pick(f, VALUES))
                           : f->unknowns[pick(f, UNKNOWNS)];
  term a = random_word(f, depth - 1), b = random_word(f, depth - 1);
  switch (pick(f, 4)) {
  case 0:
    return term_bvmul(tt, a, b);
  case 1:
    return term_ite(tt, random_condition(f, depth - 1), a, b);
  default:
    return term_bvadd(tt, a, b);
  }
}

static term random_condition(fixture *f, int depth) {
  terms *tt = f->tt;
  if (depth > 0 && pick(f, 2)) {
    term a = random_condition(f, depth - 1), b = random_condition(f, depth - 1);
    term junction = pick(f, 2) ? term_and(tt, a, b) : term_or(tt, a, b);
    return pick(f, 2) ? junction : term_not(tt, junction);
  }
  term a = random_word(f, depth), b = random_word(f, depth);
  return pick(f, 2) ? term_bvult(tt, a, b) : term_eq_make(tt, a, b);
}

static void set_unknowns(fixture *f, evaluator *e, uint32_t n) {
  eval_forget(e);
  for (int i = 0; i < UNKNOWNS; i++, n /= VALUES)
    eval_set(e, f->unknowns[i], value_bv(WIDTH, n % VALUES));
}

// Whatever the unknowns are: variables that have their values have what is said
// of them, too, and formulas say the same of them.
static void values_by_each_other(void **state) {
  (void)state;
  fixture f;
  fixture_init(&f);
  evaluator *e = eval_new(f.tt);
  uint32_t said = 0, told = 0;
  for (int round = 0; round < ROUNDS; round++) {
    term values[VARIABLES];
    for (int i = 0; i < VARIABLES; i++)
      values[i] = pick(&f, 9) == 0 ? TERM_NONE : random_word(&f, i % 2 * 2);
    relative *r = relative_new(f.tt, f.variables, values, VARIABLES);
    term formula = random_condition(&f, 1);
    term moved = relative_formula(r, formula);
    told += !term_is_none(moved);
    for (uint32_t n = 0; n < VALUES * VALUES * VALUES; n++) {
      set_unknowns(&f, e, n);
      bool holds = eval_is_true(e, formula);
      uint64_t now[VARIABLES] = {0};
      for (int i = 0; i < VARIABLES; i++)
        if (!term_is_none(values[i]))
          now[i] = value_get_u64(eval_term(e, values[i]));
      for (int i = 0; i < VARIABLES; i++)
        eval_set(e, f.variables[i], value_bv(WIDTH, now[i]));
      for (int i = 0; i < UNKNOWNS; i++) // must not matter any more
        eval_set(e, f.unknowns[i], value_bv(WIDTH, pick(&f, VALUES)));
      eval_forget(e);
      for (int i = 0; i < VARIABLES; i++) {
        if (term_is_none(values[i]))
          continue;
        term is = relative_value(r, (uint32_t)i);
        CHECK(value_get_u64(eval_term(e, is)) == now[i]);
        said += n == 0 && !term_eq(is, f.variables[i]);
      }
      CHECK(term_is_none(moved) || eval_is_true(e, moved) == holds);
    }
    relative_free(r);
  }
  CHECK(said > ROUNDS / 2 && told > ROUNDS / 8);
  eval_free(e);
  fixture_clear(&f);
}

static bool has_branches(const terms *tt, term t) {
  term_set seen = {0};
  term_vec nodes = {0};
  bool has = false;
  term_postorder(tt, &t, 1, &seen, &nodes);
  for (uint32_t i = 0; i < nodes.len; i++)
    has |= term_get_kind(tt, nodes.data[i]) == TERM_ITE;
  term_set_free(&seen);
  vec_free(&nodes);
  return has;
}

// While the literals hold, terms are what they are in the model's branches.
static void reasons_of_a_case(void **state) {
  (void)state;
  fixture f;
  fixture_init(&f);
  evaluator *e = eval_new(f.tt);
  uint32_t models = 0, spread = 0;
  for (int round = 0; round < ROUNDS / 4; round++) {
    term premise = random_condition(&f, 2), t = random_word(&f, 3);
    solver *s = solver_new(&solver_bits, &f.env, f.tt);
    if (solver_check(s, &premise, 1) == SMT_SAT) {
      implicant why;
      implicant_init(&why, f.tt, s);
      implicant_explain(&why, premise);
      implicant_explain(&why, t);
      term branch = implicant_branch(&why, t);
      CHECK(!has_branches(f.tt, branch));
      uint32_t agree = 0;
      for (uint32_t n = 0; n < VALUES * VALUES * VALUES; n++) {
        set_unknowns(&f, e, n);
        bool all = true;
        for (uint32_t i = 0; i < why.literals.len; i++)
          all &= eval_is_true(e, implicant_literal(&why, i));
        agree += all;
        if (all)
          CHECK(eval_is_true(e, premise) &&
                value_equal(eval_term(e, t), eval_term(e, branch)));
      }
      CHECK(agree > 0); // the model, at least
      models++;
      spread += agree > 1;
      implicant_clear(&why);
    }
    solver_free(s);
  }
  CHECK(models > ROUNDS / 16 && spread > models / 2);
  eval_free(e);
  fixture_clear(&f);
}

// All states together are what the block can lead to: each of its results is in
// one of them, and the enumeration ends.
static void states_cover_results(void **state) {
  (void)state;
  fixture f;
  fixture_init(&f);
  evaluator *e = eval_new(f.tt);
  for (int round = 0; round < ROUNDS / 8; round++) {
    term premise = random_condition(&f, 1), open[VARIABLES];
    tracking how[VARIABLES];
    for (int i = 0; i < VARIABLES; i++) {
      open[i] = random_word(&f, 2);
      how[i] = (tracking)pick(&f, TRACK_NOTHING);
    }
    solver *s = solver_new(&solver_bits, &f.env, f.tt);
    term_vec question = {0}, found = {0};
    vec_push(&question, premise);
    successor next = {.tt = f.tt,
                      .solver = s,
                      .n = VARIABLES,
                      .variables = f.variables,
                      .tracking = how,
                      .open = open,
                      .premises = pick(&f, 2) ? &premise : NULL,
                      .premise_count = 1};
    while (solver_check(s, question.data, question.len) == SMT_SAT) {
      term values[VARIABLES], facts;
      vec_push(&question, successor_take(&next, values, &facts));
      for (int i = 0; i < VARIABLES; i++)
        facts = term_and(f.tt, facts,
                         term_eq_make(f.tt, f.variables[i], values[i]));
      vec_push(&found, facts);
      CHECK(found.len <= VALUES * VALUES * VALUES);
    }
    term any = term_or_n(f.tt, found.data, found.len);
    for (uint32_t n = 0; n < VALUES * VALUES * VALUES; n++) {
      set_unknowns(&f, e, n);
      if (!eval_is_true(e, premise))
        continue;
      uint64_t now[VARIABLES];
      for (int i = 0; i < VARIABLES; i++)
        now[i] = value_get_u64(eval_term(e, open[i]));
      for (int i = 0; i < VARIABLES; i++)
        eval_set(e, f.variables[i], value_bv(WIDTH, now[i]));
      eval_forget(e);
      CHECK(eval_is_true(e, any));
    }
    vec_free(&question);
    vec_free(&found);
    solver_free(s);
  }
  eval_free(e);
  fixture_clear(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(values_by_each_other),
      cmocka_unit_test(reasons_of_a_case),
      cmocka_unit_test(states_cover_results),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
