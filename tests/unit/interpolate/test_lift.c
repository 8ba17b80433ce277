// SPDX-License-Identifier: Apache-2.0
// Lifted terms say what the graph says, on every input; and words are found
// where they are.
#include "interpolate/words/lift.h"

#include "base/mem.h"
#include "interpolate/words/lift_facts.h"
#include "sat/circuit.h"
#include "term/eval.h"
#include "term/walk.h"
#include "unit.h"

enum { WIDTH = 3, WORDS = 3, BITS = WIDTH * WORDS + 1 };

typedef struct {
  terms *tt;
  aig *graph;
  term words[WORDS], flag;
  itp_bit bits[BITS];
  aig_lit inputs[BITS];
  uint64_t random;
} bench;

static uint32_t pick(bench *b, uint32_t n) {
  b->random = b->random * UINT64_C(6364136223846793005) + 1442695040888963407u;
  return (uint32_t)(b->random >> 33) % n;
}

static void bench_open(bench *b, uint64_t seed) {
  *b = (bench){.tt = terms_new(), .graph = aig_new(), .random = seed};
  const char *names[] = {"x", "y", "z"};
  for (uint32_t i = 0; i < WORDS; i++)
    b->words[i] = term_variable(b->tt, names[i], sort_bv(b->tt, WIDTH));
  b->flag = term_variable(b->tt, "p", sort_bool(b->tt));
  for (uint32_t i = 0; i < BITS; i++) {
    b->inputs[i] = aig_input(b->graph);
    b->bits[i] = i < BITS - 1 ? (itp_bit){b->words[i / WIDTH], i % WIDTH}
                              : (itp_bit){b->flag, 0};
  }
}

static void bench_close(bench *b) {
  aig_free(b->graph);
  terms_free(b->tt);
}

static bool evaluate(const aig *g, aig_lit root, uint32_t inputs) {
  uint8_t *values = mem_alloc(aig_count(g));
  for (uint32_t node = 1; node < aig_count(g); node++) {
    if (aig_is_input(g, node)) {
      values[node] = (inputs >> aig_input_index(g, node)) & 1u;
      continue;
    }
    aig_lit x = aig_left(g, node), y = aig_right(g, node);
    values[node] = (values[aig_node_of(x)] ^ aig_sign(x)) &
                   (values[aig_node_of(y)] ^ aig_sign(y));
  }
  bool result = (values[aig_node_of(root)] ^ aig_sign(root)) != 0;
  mem_free(values);
  return result;
}

static void check_equal(bench *b, aig_lit root, term t) {
  evaluator *e = eval_new(b->tt);
  for (uint32_t in = 0; in < 1u << BITS; in++) {
    eval_forget(e);
    for (uint32_t i = 0; i < WORDS; i++)
      eval_set(e, b->words[i],
               value_bv(WIDTH, (in >> (i * WIDTH)) & ((1u << WIDTH) - 1)));
    eval_set(e, b->flag, value_bool((in >> (BITS - 1)) & 1u));
    assert_int_equal(value_is_true(eval_term(e, t)),
                     evaluate(b->graph, root, in));
  }
  eval_free(e);
}

static aig_lit random_gate(bench *b, const aig_lit *made, uint32_t n) {
  aig_lit x = made[pick(b, n)] ^ pick(b, 2), y = made[pick(b, n)] ^ pick(b, 2);
  switch (pick(b, 4)) {
  case 0:
    return aig_xor(b->graph, x, y);
  case 1:
    return aig_mux(b->graph, x, y, made[pick(b, n)]);
  default:
    return aig_and(b->graph, x, y);
  }
}

static void random_graphs_keep_their_meaning(void **state) {
  for (uint64_t seed = 1; seed <= 120; seed++) {
    bench b;
    bench_open(&b, seed * 77);
    aig_lit made[BITS + 40];
    uint32_t n = 0;
    for (; n < BITS; n++)
      made[n] = b.inputs[n];
    uint32_t gates = 3 + pick(&b, 37);
    for (uint32_t i = 0; i < gates; i++, n++)
      made[n] = random_gate(&b, made, n);
    aig_lit roots[3] = {made[n - 1], aig_not(made[n - 2]), made[pick(&b, n)]};
    term out[3];
    itp_lift(b.tt, b.graph, b.bits, roots, 3, out);
    for (uint32_t i = 0; i < 3; i++)
      check_equal(&b, roots[i], out[i]);
    bench_close(&b);
  }
}

// Conjunctions of random clauses with many common literals and bits.
static void random_clauses_keep_their_meaning(void **state) {
  for (uint64_t seed = 1; seed <= 120; seed++) {
    bench b;
    bench_open(&b, seed * 91);
    aig_lit all = AIG_TRUE;
    uint32_t clauses = 1 + pick(&b, 12);
    for (uint32_t i = 0; i < clauses; i++) {
      aig_lit one = pick(&b, 2) ? b.inputs[BITS - 1] : AIG_FALSE;
      uint32_t literals = 1 + pick(&b, 3);
      for (uint32_t j = 0; j < literals; j++)
        one = aig_or(b.graph, one, b.inputs[pick(&b, BITS)] ^ pick(&b, 2));
      all = aig_and(b.graph, all, one);
    }
    term out;
    itp_lift(b.tt, b.graph, b.bits, &all, 1, &out);
    check_equal(&b, all, out);
    bench_close(&b);
  }
}

// Bits of two words that are equal, or that differ, side by side.
static void random_pairs_keep_their_meaning(void **state) {
  for (uint64_t seed = 1; seed <= 60; seed++) {
    bench b;
    bench_open(&b, seed * 13);
    aig_lit all = AIG_TRUE;
    for (uint32_t i = 0; i < WIDTH; i++) {
      aig_lit same = aig_iff(b.graph, b.inputs[i], b.inputs[WIDTH + i]);
      if (pick(&b, 4) != 0)
        all = aig_and(b.graph, all, same ^ pick(&b, 2));
    }
    term out;
    itp_lift(b.tt, b.graph, b.bits, &all, 1, &out);
    check_equal(&b, all, out);
    CHECK(term_dag_size(b.tt, out) <= 4 + 5 * WIDTH);
    bench_close(&b);
  }
}

// Equal words, as a comparator says it.
static void equal_words_are_found(void **state) {
  bench b;
  bench_open(&b, 1);
  aig_lit same = circuit_equal(b.graph, b.inputs, b.inputs + WIDTH, WIDTH);
  aig_lit roots[2] = {same, aig_not(same)};
  term out[2], want = term_eq_make(b.tt, b.words[0], b.words[1]);
  itp_lift(b.tt, b.graph, b.bits, roots, 2, out);
  CHECK(term_eq(out[0], want) && term_eq(out[1], term_not(b.tt, want)));
  bench_close(&b);
}

static void constants_are_lifted(void **state) {
  bench b;
  bench_open(&b, 1);
  aig_lit roots[2] = {AIG_TRUE, AIG_FALSE};
  term out[2];
  itp_lift(b.tt, b.graph, b.bits, roots, 2, out);
  CHECK(term_is_true(b.tt, out[0]) && term_is_false(b.tt, out[1]));
  bench_close(&b);
}

// p implies (x = 5 and y = z), from single clauses.
static void guarded_words_are_found(void **state) {
  bench b;
  bench_open(&b, 1);
  aig *g = b.graph;
  aig_lit all = AIG_TRUE, no = aig_not(b.inputs[BITS - 1]);
  for (uint32_t i = 0; i < WIDTH; i++) {
    aig_lit x = b.inputs[i] ^ (5u >> i & 1u ? 0 : 1);
    aig_lit y = b.inputs[WIDTH + i], z = b.inputs[2 * WIDTH + i];
    all = aig_and(g, all, aig_or(g, no, x));
    all = aig_and(g, all, aig_or(g, no, aig_or(g, y, aig_not(z))));
    all = aig_and(g, all, aig_or(g, no, aig_or(g, aig_not(y), z)));
  }
  term out;
  itp_lift(b.tt, g, b.bits, &all, 1, &out);
  term want = term_implies(
      b.tt, b.flag,
      term_and(b.tt, term_eq_make(b.tt, b.words[0], term_bv(b.tt, WIDTH, 5)),
               term_eq_make(b.tt, b.words[1], b.words[2])));
  check_equal(&b, all, out);
  CHECK(term_dag_size(b.tt, out) <= term_dag_size(b.tt, want) + 1);
  bench_close(&b);
}

// Bits down from the top are bounds.
static void bounds_are_found(void **state) {
  bench b;
  bench_open(&b, 1);
  term x = b.words[0];
  aig_lit high = aig_and(b.graph, aig_not(b.inputs[1]), aig_not(b.inputs[2]));
  aig_lit roots[3] = {high, b.inputs[2],
                      aig_and(b.graph, b.inputs[1], b.inputs[2])};
  term out[3];
  itp_lift(b.tt, b.graph, b.bits, roots, 3, out);
  CHECK(term_eq(out[0], term_bvult(b.tt, x, term_bv(b.tt, WIDTH, 2))));
  CHECK(term_eq(out[1], term_bvslt(b.tt, x, term_bv(b.tt, WIDTH, 0))));
  CHECK(term_eq(out[2], term_bvule(b.tt, term_bv(b.tt, WIDTH, 6), x)));
  for (int i = 0; i < 3; i++)
    check_equal(&b, roots[i], out[i]);
  bench_close(&b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_graphs_keep_their_meaning),
      cmocka_unit_test(random_clauses_keep_their_meaning),
      cmocka_unit_test(random_pairs_keep_their_meaning),
      cmocka_unit_test(equal_words_are_found),
      cmocka_unit_test(constants_are_lifted),
      cmocka_unit_test(guarded_words_are_found),
      cmocka_unit_test(bounds_are_found),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
