// SPDX-License-Identifier: Apache-2.0
// The invariants of every round, on random programs and their executions; the
// thread with a reader beside it; invariants that are known by heart.
#include "domain/df.h"

#include "domain/random_loops.h"
#include "domain/refinement.h"
#include "term/subst.h"

enum { PROGRAMS = 500, RUNS = 100, STEPS = 30 };

// A build with assertions does the last rounds, which take longest, for some of
// the programs only.
#ifdef NDEBUG
enum { ALL_ROUNDS_EVERY = 1 };
#else
enum { ALL_ROUNDS_EVERY = 8 };
#endif
enum { FIRST_ROUNDS = 3 };

static bool never(void *data) { return false; }

// --- executions -------------------------------------------------------------

// The states that executions reach, each once.
typedef struct {
  uint32_t location;
  uint64_t values[LOOP_VARS_MOST];
} reached;

typedef struct {
  const program *p;
  dice d;
  hmap seen;
  VEC(reached) states;
} execution;

// Small numbers, ends of ranges, and anything.
static value random_number(execution *x, sort s) {
  uint32_t width = sort_width(program_terms(x->p), s);
  uint64_t bits = roll(&x->d, 4);
  switch (roll(&x->d, 4)) {
  case 0:
    bits = 0 - bits;
    break;
  case 1:
    bits = (uint64_t)roll(&x->d, 1u << 31) << 1 ^ roll(&x->d, 1u << 31);
    break;
  case 2:
    bits = ((uint64_t)1 << (width - 1)) + bits - 2;
    break;
  default:
    break;
  }
  return value_bv(width, bits);
}

static value draw_initial(void *data, var v) {
  execution *x = data;
  return random_number(x, program_variable(x->p, v)->sort);
}

static value draw_input(void *data, loc at, term input) {
  execution *x = data;
  return random_number(x, program_input(x->p, input)->sort);
}

static bool record(void *data, edge e, evaluator *now) {
  execution *x = data;
  reached r = {.location = program_edge_to(x->p, e).id};
  for (uint32_t i = 0; i < program_variable_count(x->p); i++) {
    term v = program_variable_term(x->p, (var){i + 1});
    r.values[i] = value_get_u64(eval_get(now, v));
  }
  uint64_t hash = hash_bytes(&r.values, sizeof r.values);
  hash = hash_mix(hash, r.location);
  if (hmap_find(&x->seen, hash) == NULL) {
    hmap_put(&x->seen, hash, 1);
    vec_push(&x->states, r);
  }
  return true;
}

static void execute(execution *x, const program *p, uint32_t seed) {
  *x = (execution){.p = p, .d = {seed}};
  run_hooks hooks = {
      .initial = draw_initial, .input = draw_input, .step = record, .data = x};
  limits none = {0};
  for (uint32_t i = 0; i < RUNS; i++)
    (void)program_run(p, &hooks, STEPS, &none);
  CHECK(x->states.len > 0);
}

static void execution_clear(execution *x) {
  hmap_free(&x->seen);
  vec_free(&x->states);
}

static void check_states(const execution *x, const term *invariant) {
  terms *tt = program_terms(x->p);
  evaluator *e = eval_new(tt);
  for (uint32_t i = 0; i < x->states.len; i++) {
    const reached *r = &x->states.data[i];
    eval_forget(e);
    for (uint32_t j = 0; j < program_variable_count(x->p); j++) {
      term v = program_variable_term(x->p, (var){j + 1});
      eval_set(e, v, value_bv(term_width(tt, v), r->values[j]));
    }
    CHECK(eval_is_true(e, invariant[r->location]));
  }
  eval_free(e);
}

// --- rounds -----------------------------------------------------------------

// The invariants of a round, in the program's own table.
static void copy_invariants(const refinement *s, const program *p, term *out) {
  uint32_t count = program_location_count(p);
  terms *own = refinement_invariants(s, out);
  term_copier *c = term_copier_new(own, program_terms(p));
  for (uint32_t i = 1; i <= count; i++)
    out[i] = term_copier_copy(c, out[i]);
  term_copier_free(c);
  terms_free(own);
}

static uint32_t informative;

static void check_program(const program *p, uint32_t seed) {
  uint32_t count = program_location_count(p);
  term *invariant = mem_alloc(sizeof *invariant * (count + 1));
  refinement *s = refinement_new(p, (patience){never, NULL});
  execution x;
  execute(&x, p, seed);
  round_end end;
  uint32_t rounds = 0;
  bool all = seed % ALL_ROUNDS_EVERY == 0;
  do {
    end = refinement_round(s);
    CHECK(end != ROUND_STOPPED);
    copy_invariants(s, p, invariant);
    check_states(&x, invariant);
  } while (end == ROUND_DONE && (++rounds < FIRST_ROUNDS || all));
  execution_clear(&x);
  for (uint32_t i = 1; i <= count; i++)
    if (program_location(p, (loc){i})->kind == LOC_PLAIN &&
        !term_is_true(program_terms(p), invariant[i])) {
      informative++;
      break;
    }
  refinement_free(s);
  mem_free(invariant);
}

static void test_random_programs(void **unused) {
  size_t live = mem_live();
  informative = 0;
  for (uint32_t i = 0; i < PROGRAMS; i++) {
    dice d = {i + 1};
    terms *tt = terms_new();
    program *p = random_loops(tt, &d);
    check_program(p, i);
    program_free(p);
    terms_free(tt);
  }
  CHECK(informative > PROGRAMS / 2);
  CHECK(mem_live() == live);
}

// --- known invariants -------------------------------------------------------

typedef struct {
  terms *tt;
  program *p;
  loc entry, head, end, error;
} small_program;

static small_program small_new(void) {
  small_program s = {.tt = terms_new()};
  s.p = program_new(s.tt);
  s.entry = build_loc(s.p, LOC_ENTRY);
  s.head = build_loc(s.p, LOC_PLAIN);
  s.end = build_loc(s.p, LOC_END);
  s.error = build_loc(s.p, LOC_ERROR);
  return s;
}

static void small_free(small_program *s) {
  program_free(s->p);
  terms_free(s->tt);
}

// Round in which the error is excluded; 0: in none.
static uint32_t proved_in(const small_program *s) {
  refinement *x = refinement_new(s->p, (patience){never, NULL});
  uint32_t round = 0;
  round_end end;
  do {
    end = refinement_round(x);
    round++;
  } while (end == ROUND_DONE);
  bool is_proof = refinement_is_proof(x);
  refinement_free(x);
  return is_proof ? round : 0;
}

// x counts to 1000 in steps of 2; odd numbers and those beyond are excluded.
static void test_counter(void **unused) {
  small_program s = small_new();
  terms *tt = s.tt;
  var v = build_var(s.p, "x", sort_bv(tt, 32));
  term x = program_variable_term(s.p, v), end = term_bv(tt, 32, 1000);
  build_set(s.p, s.entry, s.head, term_true(tt), v, term_bv(tt, 32, 0));
  build_set(s.p, s.head, s.head, term_bvult(tt, x, end), v,
            term_bvadd(tt, x, term_bv(tt, 32, 2)));
  build_skip(s.p, s.head, s.error,
             term_and(tt, term_bvule(tt, end, x),
                      term_not(tt, term_eq_make(tt, x, end))));
  CHECK(proved_in(&s) == 1);
  small_free(&s);
}

// i runs to n, whatever n is; behind the loop they are equal.
static void test_relation(void **unused) {
  small_program s = small_new();
  terms *tt = s.tt;
  sort word = sort_bv(tt, 32);
  var vi = build_var(s.p, "i", word), vn = build_var(s.p, "n", word);
  term i = program_variable_term(s.p, vi), n = program_variable_term(s.p, vn);
  term in = build_input(s.p, "n", word), zero = term_bv(tt, 32, 0);
  assignment start[] = {{vi, zero}, {vn, in}};
  build_edge(s.p, s.entry, s.head, term_bvsle(tt, zero, in), start, 2);
  build_set(s.p, s.head, s.head, term_bvslt(tt, i, n), vi,
            term_bvadd(tt, i, term_bv(tt, 32, 1)));
  build_skip(s.p, s.head, s.error, term_bvslt(tt, n, i));
  CHECK(proved_in(&s) == 2);
  small_free(&s);
}

// A choice increases both or none: the difference stays.
static void test_choice(void **unused) {
  small_program s = small_new();
  terms *tt = s.tt;
  sort word = sort_bv(tt, 16);
  var vx = build_var(s.p, "x", word), vy = build_var(s.p, "y", word);
  term x = program_variable_term(s.p, vx), y = program_variable_term(s.p, vy);
  term zero = term_bv(tt, 16, 0), one = term_bv(tt, 16, 1);
  assignment start[] = {{vx, zero}, {vy, zero}};
  build_edge(s.p, s.entry, s.head, term_true(tt), start, 2);
  term c = term_eq_make(tt, build_input(s.p, "c", word), zero);
  assignment step[] = {{vx, term_ite(tt, c, term_bvadd(tt, x, one), x)},
                       {vy, term_ite(tt, c, term_bvadd(tt, y, one), y)}};
  term same = term_eq_make(tt, x, y);
  build_edge(s.p, s.head, s.head, same, step, 2);
  build_skip(s.p, s.head, s.error, term_not(tt, same));
  CHECK(proved_in(&s) == 2);
  small_free(&s);
}

// A flag tells apart what x may be: needs keys.
static void test_flag(void **unused) {
  small_program s = small_new();
  terms *tt = s.tt;
  sort word = sort_bv(tt, 32), byte = sort_bv(tt, 8);
  var vf = build_var(s.p, "f", byte), vx = build_var(s.p, "x", word);
  term f = program_variable_term(s.p, vf), x = program_variable_term(s.p, vx);
  term off = term_bv(tt, 8, 0), on = term_bv(tt, 8, 1);
  term low = term_bv(tt, 32, 7), high = term_bv(tt, 32, 7000);
  assignment start[] = {{vf, off}, {vx, low}};
  build_edge(s.p, s.entry, s.head, term_true(tt), start, 2);
  term is_off = term_eq_make(tt, f, off);
  assignment turn[] = {{vf, term_ite(tt, is_off, on, off)},
                       {vx, term_ite(tt, is_off, high, low)}};
  term good =
      term_ite(tt, is_off, term_eq_make(tt, x, low), term_eq_make(tt, x, high));
  build_edge(s.p, s.head, s.head, good, turn, 2);
  build_skip(s.p, s.head, s.error, term_not(tt, good));
  CHECK(proved_in(&s) == 3);
  small_free(&s);
}

// --- the thread -------------------------------------------------------------

typedef struct {
  options options;
  stats stats;
  env env;
} setting;

static void setting_init(setting *s) {
  *s = (setting){0};
  options_init(&s->options);
  s->env = (env){.options = &s->options, .stats = &s->stats};
}

// Reads while DF works, and stops it at any time.
static void test_thread(void **unused) {
  size_t live = mem_live();
  for (uint32_t i = 0; i < 40; i++) {
    setting s;
    setting_init(&s);
    dice d = {i + 1};
    terms *tt = terms_new();
    program *p = random_loops(tt, &d);
    term at[16];
    execution runs;
    execute(&runs, p, i);
    df *x = df_start(&s.env, p);
    uint64_t last = 0;
    for (uint32_t reads = 0; reads < i; reads++) {
      uint64_t round = df_read(x, tt, at);
      CHECK(round >= last && round <= df_published(x));
      last = round;
      check_states(&runs, at);
    }
    if (i % 4 == 0) {
      df_wait(x, 1000, UINT64_MAX);
      CHECK(df_has_finished(x) && df_published(x) > 0);
    }
    df_stop(x);
    CHECK(s.stats.df_rounds >= last);
    execution_clear(&runs);
    program_free(p);
    terms_free(tt);
  }
  CHECK(mem_live() == live);
}

static term lie(void *data, terms *tt, loc at, term honest) {
  return *(bool *)data ? term_false(tt) : honest;
}

static void test_forgery(void **unused) {
  setting s;
  setting_init(&s);
  bool is_lying = true;
  struct df_forgery f = {lie, &is_lying};
  s.env.forgery = &f;
  dice d = {1};
  terms *tt = terms_new();
  program *p = random_loops(tt, &d);
  term at[16];
  df *x = df_start(&s.env, p);
  df_wait(x, 1000, 1);
  CHECK(df_read(x, tt, at) >= 1);
  for (uint32_t i = 1; i <= program_location_count(p); i++)
    CHECK(term_is_false(tt, at[i]));
  df_stop(x);
  program_free(p);
  terms_free(tt);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_counter),         cmocka_unit_test(test_relation),
      cmocka_unit_test(test_choice),          cmocka_unit_test(test_flag),
      cmocka_unit_test(test_thread),          cmocka_unit_test(test_forgery),
      cmocka_unit_test(test_random_programs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
