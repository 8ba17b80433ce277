// SPDX-License-Identifier: Apache-2.0
// Every run of a program is one of that with arrays of its sums, if these hold
// the sums over the elements as they are at the end.
#include "transform/prefix.h"

#include "builder.h"

enum { WIDTH = 3, SIZE = 1 << WIDTH, RUNS = 400, STEPS = 200 };

// Fills an array, then goes over it in loops that add and subtract.
typedef struct {
  terms *tt;
  program *p;
  var a, i, n, s;
  term input;
} loops;

static term of(const loops *l, var v) { return program_variable_term(l->p, v); }

static term word(const loops *l, uint64_t n) {
  return term_bv(l->tt, WIDTH, n);
}

static term element(const loops *l) {
  return term_select(l->tt, of(l, l->a), of(l, l->i));
}

// i = 0; while (i < n) { body; i++; }
static loc add_loop(loops *l, loc from, bool is_signed, assignment body) {
  loc head = build_loc(l->p, LOC_PLAIN), in = build_loc(l->p, LOC_PLAIN);
  loc next = build_loc(l->p, LOC_PLAIN), end = build_loc(l->p, LOC_PLAIN);
  term i = of(l, l->i), n = of(l, l->n);
  term below = is_signed ? term_bvslt(l->tt, i, n) : term_bvult(l->tt, i, n);
  build_set(l->p, from, head, term_true(l->tt), l->i, word(l, 0));
  build_skip(l->p, head, in, below);
  build_edge(l->p, in, next, term_true(l->tt), &body, 1);
  build_set(l->p, next, head, term_true(l->tt), l->i,
            term_bvadd(l->tt, i, word(l, 1)));
  build_skip(l->p, head, end, term_not(l->tt, below));
  return end;
}

static void make(loops *l, bool is_signed, bool stores_later) {
  *l = (loops){.tt = terms_new()};
  l->p = program_new(l->tt);
  sort w = sort_bv(l->tt, WIDTH);
  l->a = build_var(l->p, "a", sort_array(l->tt, w, w));
  l->i = build_var(l->p, "i", w);
  l->n = build_var(l->p, "n", w);
  l->s = build_var(l->p, "s", w);
  l->input = build_input(l->p, "input", w);
  term s = of(l, l->s), three = term_bvmul(l->tt, element(l), word(l, 3));
  assignment store = {l->a,
                      term_store(l->tt, of(l, l->a), of(l, l->i), l->input)};
  assignment add = {l->s, term_bvadd(l->tt, s, element(l))};
  assignment subtract = {l->s, term_bvsub(l->tt, s, three)};
  loc at = add_loop(l, build_loc(l->p, LOC_ENTRY), is_signed, store);
  at = add_loop(l, at, is_signed, add);
  at = add_loop(l, at, is_signed, subtract);
  if (stores_later)
    at = add_loop(l, at, is_signed, store);
  build_skip(l->p, at, build_loc(l->p, LOC_END), term_true(l->tt));
}

static void destroy(loops *l, prefixed *x) {
  prefix_clear(x);
  program_free(l->p);
  terms_free(l->tt);
  CHECK(mem_live() == 0);
}

// --- runs --------------------------------------------------------------------

typedef struct {
  const prefixed *x; // NULL: the original runs
  arena *mem;
  dice start, dice;
  uint64_t n;
  value a;    // the array at the end of the first run
  value sums; // and its sums
  const loops *l;
} play;

static value initial(void *data, var v) {
  play *y = data;
  if (v.id == y->l->n.id)
    return value_bv(WIDTH, y->n);
  if (y->x != NULL && v.id > program_variable_count(y->l->p))
    return y->sums;
  return (value){.kind = VALUE_NONE};
}

static value input(void *data, loc at, term t) {
  play *y = data;
  (void)at;
  (void)t;
  return value_bv(WIDTH, roll(&y->dice, SIZE));
}

// By recursion from the first index on, which is the smallest signed one or 0.
static void compute_sums(play *y, bool is_signed) {
  uint64_t first = is_signed ? SIZE / 2 : 0, sum = 5;
  y->sums = value_array_make(y->mem, value_bv(WIDTH, 0));
  for (uint64_t k = 0; k < SIZE; k++) {
    value at = value_bv(WIDTH, (first + k) % SIZE);
    y->sums =
        value_array_store(y->mem, y->sums, at, value_bv(WIDTH, sum % SIZE));
    sum += value_get_u64(value_array_select(y->a, at));
  }
}

static run_outcome run(play *y, const program *p) {
  run_hooks hooks = {.initial = initial, .input = input, .data = y};
  y->dice = y->start;
  runner *r = runner_new(p, &hooks);
  run_outcome out = runner_continue(r, STEPS, NULL);
  y->a = value_copy(y->mem, runner_value(r, y->l->a));
  runner_free(r);
  return out;
}

static void play_runs(const loops *l, const prefixed *x, bool is_signed) {
  for (uint64_t n = 0; n < RUNS; n++) {
    play y = {.l = l, .mem = arena_new(), .start = {n}, .n = n % SIZE};
    run_outcome expected = run(&y, l->p);
    CHECK(expected.end == RUN_SINK);
    compute_sums(&y, is_signed);
    y.x = x;
    run_outcome found = run(&y, x->extended.program);
    CHECK(found.end == RUN_SINK && found.steps == expected.steps);
    arena_free(y.mem);
  }
}

static void test_runs(void **state) {
  for (int is_signed = 0; is_signed < 2; is_signed++) {
    loops l;
    prefixed x;
    make(&l, is_signed, false);
    CHECK(prefix_make(l.p, &x));
    CHECK(x.arrays.len == 1 && x.sums.len == 1); // three times the same
    play_runs(&l, &x, is_signed);
    destroy(&l, &x);
  }
}

static void test_nothing_to_sum(void **state) {
  loops l;
  prefixed x;
  make(&l, true, true); // the elements change behind every loop
  CHECK(!prefix_make(l.p, &x));
  destroy(&l, &x);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_runs),
                                     cmocka_unit_test(test_nothing_to_sum)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
