// SPDX-License-Identifier: Apache-2.0
// Sequence and choice against running the two blocks one after the other.
#include "encode/block.h"

#include "builder.h"

typedef struct {
  bool enabled;
  uint32_t values;
} effect;

// What a block does to a state, under inputs given by 'bits' (one each, in the
// order of 'order').
static effect apply(const program *p, const block *b, uint32_t values,
                    const term_vec *order, uint32_t bits) {
  evaluator *ev = eval_new(program_terms(p));
  set_values(p, ev, values);
  for (uint32_t i = 0; i < order->len; i++)
    eval_set(ev, order->data[i], value_bv(1, bits >> i & 1));
  effect e = {eval_is_true(ev, b->guard), 0};
  if (e.enabled)
    e.values = values_after(p, ev, b);
  eval_free(ev);
  return e;
}

static bool same(effect a, effect b) {
  return a.enabled == b.enabled && (!a.enabled || a.values == b.values);
}

static block random_block(random_builder *r, term guard) {
  loc from = build_loc(r->p, LOC_PLAIN), to = build_loc(r->p, LOC_PLAIN);
  random_edge(r, from, to, guard);
  return *program_edge_block(r->p, (edge){program_edge_count(r->p)});
}

static void check_sequence(random_builder *r, const block *a, const block *b,
                           uint32_t values) {
  block both = block_sequence(r->p, a, b);
  CHECK(both.input_count == a->input_count + b->input_count);
  term_vec of_a = {0}, of_b = {0}, of_both = {0};
  for (uint32_t i = 0; i < a->input_count; i++)
    vec_push(&of_a, a->inputs[i]);
  for (uint32_t i = 0; i < b->input_count; i++)
    vec_push(&of_b, b->inputs[i]);
  for (uint32_t i = 0; i < both.input_count; i++)
    vec_push(&of_both, both.inputs[i]);
  for (uint32_t bits = 0; bits < 1u << both.input_count; bits++) {
    effect e = apply(r->p, a, values, &of_a, bits);
    if (e.enabled)
      e = apply(r->p, b, e.values, &of_b, bits >> a->input_count);
    CHECK(same(e, apply(r->p, &both, values, &of_both, bits)));
  }
  vec_free(&of_a);
  vec_free(&of_b);
  vec_free(&of_both);
}

static void check_choice(random_builder *r, const block *a, const block *b,
                         uint32_t values) {
  block both = block_choice(r->p, a, b);
  term_vec order = {0};
  for (uint32_t i = 0; i < both.input_count; i++)
    vec_push(&order, both.inputs[i]);
  for (uint32_t bits = 0; bits < 1u << both.input_count; bits++) {
    effect x = apply(r->p, a, values, &order, bits);
    effect y = apply(r->p, b, values, &order, bits);
    CHECK(!(x.enabled && y.enabled));
    effect e = x.enabled ? x : y;
    CHECK(same(e, apply(r->p, &both, values, &order, bits)));
  }
  vec_free(&order);
}

static void sequence_and_choice_are_exact(void **state) {
  dice d = {99};
  for (int i = 0; i < 400; i++) {
    terms *tt = terms_new();
    random_builder r = {.p = program_new(tt), .d = &d, .var_count = 2};
    for (uint32_t v = 0; v < r.var_count; v++)
      r.vars[v] = build_var(r.p, "x", sort_bv(tt, RANDOM_WIDTH));
    r.input = build_input(r.p, "i", sort_bv(tt, 1));
    term guard = random_condition(&r);
    block a = random_block(&r, guard);
    block b = random_block(&r, term_not(tt, guard)); // may share the input
    r.input = build_input(r.p, "j", sort_bv(tt, 1));
    block c = random_block(&r, random_condition(&r));
    for (uint32_t values = 0; values < 16; values++) {
      check_choice(&r, &a, &b, values);
      check_sequence(&r, &a, &b, values);
      check_sequence(&r, &a, &c, values);
      check_sequence(&r, &a, &a, values);
    }
    program_free(r.p);
    terms_free(tt);
  }
  CHECK(mem_live() == 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sequence_and_choice_are_exact),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
