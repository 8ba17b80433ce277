// SPDX-License-Identifier: Apache-2.0
// Lemmas about arrays: what is made of one is true of all arrays, and a lemma
// that does not lead where it says is refused.
#include "sat/array_internal.h"

#include "base/mem.h"
#include "term/eval.h"
#include "unit.h"

enum { WIDTH = 3, STORES = 12, VALUATIONS = 200 };

// A chain of stores, with a choice in the middle, that is read at x.
typedef struct {
  terms *tt;
  aig *g;
  bitblast *b;
  evaluator *e;
  arena *mem;
  uint64_t random;
  term memory, x, read, base, base_read;
  term at[STORES], written[STORES];
  term chosen;
  array_theory *a;
  array_place from, end; // of the read; the variable at the same index
  VEC(uint8_t) values;   // by node
} fixture;

static uint32_t draw(fixture *f, uint32_t n) {
  f->random = f->random * UINT64_C(6364136223846793005) + 1442695040888963407u;
  return (uint32_t)(f->random >> 33) % n;
}

static void make_memory(fixture *f) {
  terms *tt = f->tt;
  sort word = sort_bv(tt, WIDTH);
  f->x = term_variable(tt, "x", word);
  f->base = term_variable(tt, "m", sort_array(tt, word, word));
  f->chosen = term_variable(tt, "c", sort_bool(tt));
  f->memory = f->base;
  for (uint32_t i = 0; i < STORES; i++) {
    f->at[i] = term_fresh(tt, "i", word);
    f->written[i] = term_fresh(tt, "e", word);
    term next = term_store(tt, f->memory, f->at[i], f->written[i]);
    if (i == STORES / 2)
      next = term_ite(tt, f->chosen, next, f->memory);
    f->memory = next;
  }
  f->read = term_select(tt, f->memory, f->x);
  f->base_read = term_select(tt, f->base, f->x);
}

static void set_up(fixture *f) {
  *f = (fixture){.tt = terms_new(), .g = aig_new(), .mem = arena_new()};
  f->random = 5;
  f->b = bitblast_new(f->tt, f->g);
  f->e = eval_new(f->tt);
  bitblast_set_lazy(f->b);
  make_memory(f);
  aig_lit out;
  term zero = term_bv(f->tt, WIDTH, 0);
  CHECK(bitblast_formula(f->b, term_eq_make(f->tt, f->read, zero), &out));
  CHECK(bitblast_formula(f->b, term_eq_make(f->tt, f->base_read, zero), &out));
  f->a = f->b->arrays;
  CHECK(bitblast_is_partial(f->b));
  CHECK(f->a->lazy_reads.len == 1);
  f->from = f->a->lazy_reads.data[0].place;
  f->end = (array_place){f->base, f->from.index};
}

static void tear_down(fixture *f) {
  vec_free(&f->values);
  eval_free(f->e);
  bitblast_free(f->b);
  aig_free(f->g);
  terms_free(f->tt);
  arena_free(f->mem);
  assert_int_equal(mem_live(), 0);
}

// --- is a literal true of all arrays? ---------------------------------------

static void draw_values(fixture *f) {
  eval_forget(f->e);
  arena_reset(f->mem);
  value array = value_array_make(f->mem, value_bv(WIDTH, draw(f, 8)));
  for (uint32_t i = 0; i < 8; i++)
    array = value_array_store(f->mem, array, value_bv(WIDTH, i),
                              value_bv(WIDTH, draw(f, 8)));
  eval_set(f->e, f->base, array);
  eval_set(f->e, f->x, value_bv(WIDTH, draw(f, 8)));
  eval_set(f->e, f->chosen, value_bool(draw(f, 2) != 0));
  for (uint32_t i = 0; i < STORES; i++) {
    eval_set(f->e, f->at[i], value_bv(WIDTH, draw(f, 8)));
    eval_set(f->e, f->written[i], value_bv(WIDTH, draw(f, 8)));
  }
}

static void set_inputs(fixture *f, uint32_t bits, term t) {
  value v = eval_term(f->e, t);
  for (uint32_t i = 0; i < WIDTH; i++) {
    aig_lit input = f->b->bits.data[bits + i];
    CHECK(aig_is_input(f->g, aig_node_of(input)) && !aig_sign(input));
    f->values.data[aig_node_of(input)] = value_bv_bit(v, i);
  }
}

static bool lit_value(const fixture *f, aig_lit a) {
  return (f->values.data[aig_node_of(a)] != 0) != aig_sign(a);
}

static void simulate(fixture *f) {
  vec_clear(&f->values);
  vec_resize(&f->values, aig_count(f->g));
  set_inputs(f, f->a->lazy_reads.data[0].bits, f->read);
  set_inputs(f, array_known_bits(f->a, f->end), f->base_read);
  for (uint32_t n = 0; n < aig_count(f->g); n++) {
    if (aig_is_and(f->g, n)) {
      f->values.data[n] =
          lit_value(f, aig_left(f->g, n)) && lit_value(f, aig_right(f->g, n));
    } else if (aig_is_input(f->g, n)) {
      bitblast_origin o = bitblast_input_origin(f->b, aig_input_index(f->g, n));
      if (o.is_element)
        continue;
      value v = eval_get(f->e, o.variable);
      f->values.data[n] =
          v.kind == VALUE_BOOL ? value_is_true(v) : value_bv_bit(v, o.bit);
    }
  }
}

static bool is_valid(fixture *f, aig_lit c) {
  for (int i = 0; i < VALUATIONS; i++) {
    draw_values(f);
    simulate(f);
    if (!lit_value(f, c))
      return false;
  }
  return true;
}

// --- lemmas -----------------------------------------------------------------

// Down to the variable: at all stores the other way, at the choice to 'yes'.
static uint32_t whole_way(uint8_t *turns) {
  uint32_t n = 0;
  for (uint32_t i = STORES; i-- > 0;) {
    if (i == STORES / 2)
      turns[n++] = 1;
    turns[n++] = 0;
  }
  return n;
}

// By the way to what the i-th store wrote.
static uint32_t way_to_store(uint8_t *turns, uint32_t i) {
  uint32_t n = whole_way(turns);
  uint32_t below = i > STORES / 2 ? i + 1 : i;
  n -= below;
  turns[n - 1] = 1;
  return n;
}

static array_place element(const fixture *f, uint32_t i) {
  return (array_place){f->written[i], ELEMENT};
}

static void test_lemmas_hold(void **state) {
  fixture f;
  set_up(&f);
  uint8_t turns[STORES + 1];
  aig_lit c;
  array_lemma base = {f.from, f.end, turns, whole_way(turns)};
  CHECK(array_lemma_literal(f.a, &base, &c));
  CHECK(c != AIG_TRUE && is_valid(&f, c));
  for (uint32_t i = 0; i < STORES; i++) {
    uint32_t n = way_to_store(turns, i);
    array_lemma l = {f.from, element(&f, i), turns, n};
    CHECK(array_lemma_literal(f.a, &l, &c));
    CHECK(c != AIG_TRUE && is_valid(&f, c));
  }
  tear_down(&f);
}

static bool is_refused(fixture *f, array_place from, array_place to,
                       const uint8_t *turns, uint32_t n) {
  aig_lit c;
  array_lemma l = {from, to, turns, n};
  return !array_lemma_literal(f->a, &l, &c);
}

static void test_wrong_lemmas(void **state) {
  fixture f;
  set_up(&f);
  uint8_t turns[STORES + 2] = {0};
  uint32_t n = whole_way(turns);
  for (uint32_t k = 0; k < n; k++) // too short
    CHECK(is_refused(&f, f.from, f.end, turns, k));
  CHECK(is_refused(&f, f.from, f.end, turns, n + 1)); // too long
  for (uint32_t i = 0; i < STORES; i++)               // elsewhere
    CHECK(is_refused(&f, f.from, element(&f, i), turns, n));
  array_place other = {f.base, array_index_make(f.a, f.at[0], ELEMENT)};
  (void)array_read_variable(f.a, other);
  CHECK(is_refused(&f, f.from, other, turns, n)); // at another index
  CHECK(is_refused(&f, other, f.end, turns, n));  // from elsewhere
  array_place unknown = {f.from.array, other.index};
  CHECK(is_refused(&f, unknown, other, turns, n)); // a read that nobody asked
  for (uint32_t i = 0; i < STORES; i++) { // the store before or behind it
    n = way_to_store(turns, i);
    CHECK(is_refused(&f, f.from, element(&f, (i + 1) % STORES), turns, n));
  }
  tear_down(&f);
}

// Each turn the other way: refused, or true all the same.
static void test_other_turns(void **state) {
  fixture f;
  set_up(&f);
  uint8_t turns[STORES + 1];
  uint32_t n = whole_way(turns), refused = 0;
  for (uint32_t k = 0; k < n; k++) {
    turns[k] ^= 1;
    array_lemma l = {f.from, f.end, turns, n};
    aig_lit c;
    if (!array_lemma_literal(f.a, &l, &c))
      refused++;
    else
      CHECK(is_valid(&f, c));
    turns[k] ^= 1;
  }
  CHECK(refused == n); // 'no' at the choice is a store less
  tear_down(&f);
}

// Constants behind the same base, and other numbers of objects in front, are
// different without a gate; the same bits are the same.
static void test_plain_to_see(void **state) {
  fixture f;
  set_up(&f);
  terms *tt = f.tt;
  term p = term_variable(tt, "p", sort_bv(tt, 64));
  term q = term_variable(tt, "q", sort_bv(tt, 64));
  term o = term_variable(tt, "o", sort_bv(tt, 40));
  term four = term_bvadd(tt, p, term_bv(tt, 64, 4));
  term five = term_bvadd(tt, p, term_bv(tt, 64, 5));
  term seven = term_concat(tt, term_bv(tt, 24, 7), o);
  term nine = term_concat(tt, term_bv(tt, 24, 9), o);
  term all[] = {four, five, seven, nine};
  aig_lit out;
  for (int i = 0; i < 4; i++)
    CHECK(bitblast_formula(f.b, term_bvult(tt, all[i], q), &out));
  uint32_t gates = aig_count(f.g);
  uint32_t index[4];
  for (int i = 0; i < 4; i++)
    index[i] = array_index_make(f.a, all[i], ELEMENT);
  CHECK(array_index_compare(f.a, index[0], five) == INDEX_DIFFERENT);
  CHECK(array_index_compare(f.a, index[2], nine) == INDEX_DIFFERENT);
  CHECK(array_index_compare(f.a, index[0], four) == INDEX_SAME);
  CHECK(array_index_compare(f.a, index[0], seven) == INDEX_OPEN);
  CHECK(aig_count(f.g) == gates);
  tear_down(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_lemmas_hold),
      cmocka_unit_test(test_wrong_lemmas),
      cmocka_unit_test(test_other_turns),
      cmocka_unit_test(test_plain_to_see),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
