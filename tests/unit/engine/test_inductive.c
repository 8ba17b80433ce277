// SPDX-License-Identifier: Apache-2.0
// Engines that prove by induction, on random programs against enumeration of
// their states: verdicts, and invariants that no reachable state violates.
#include "base/env.h"
#include "builder.h"
#include "encode/slice.h"
#include "encode/summarize.h"
#include "engine/imc.h"
#include "engine/kinduction.h"

static const limits NO_LIMITS = {0};

// All sums of the answers to one engine.
typedef struct {
  uint32_t safe, proved, by_invariant, k_above_1, unsafe, found;
} tally;

static void check_reachable(const program *p, const explorer *x,
                            const result *r) {
  for (uint32_t i = 0; i < x->states.len; i++)
    for (uint32_t j = 0; j < r->proof.labels.len; j++) {
      proof_label l = r->proof.labels.data[j];
      if (l.location.id != x->states.data[i].at.id)
        continue;
      eval_forget(x->ev);
      set_values(p, x->ev, x->states.data[i].values);
      CHECK(eval_is_true(x->ev, l.invariant));
    }
}

static void check_result(const program *p, const explorer *x, const result *r,
                         tally *t) {
  bool is_unsafe = explorer_reaches(x, LOC_ERROR);
  bool is_safe = !is_unsafe && !explorer_reaches(x, LOC_BOUND);
  CHECK(r->verdict != VERDICT_TRUE || is_safe);
  CHECK(r->verdict != VERDICT_FALSE || is_unsafe);
  t->safe += is_safe;
  t->unsafe += is_unsafe;
  t->found += r->verdict == VERDICT_FALSE;
  if (r->verdict != VERDICT_TRUE)
    return;
  t->proved++;
  if (r->proof.kind != PROOF_INVARIANT)
    return;
  t->by_invariant++;
  t->k_above_1 += r->proof.k > 1;
  CHECK(r->sound && r->proof.k >= 1);
  check_reachable(p, x, r);
}

static void run_one(const program *original, const program *p,
                    const explorer *x, result *(*search)(const engine_task *),
                    tally *t) {
  options o;
  stats s = {0};
  options_init(&o);
  o.unwind = 12;
  env e = {.options = &o, .stats = &s};
  engine_task task = {original, p, &e};
  result *r = search(&task);
  check_result(original, x, r, t);
  result_free(r);
  options_free(&o);
}

static tally run_all(int count, uint64_t seed,
                     result *(*search)(const engine_task *)) {
  tally t = {0};
  dice d = {seed};
  for (int i = 0; i < count; i++) {
    terms *tt = terms_new();
    program *p = random_program(tt, &d), *sliced = slice(p);
    program *large = summarize(sliced, &NO_LIMITS);
    explorer x = explore(p);
    CHECK(!x.too_many_inputs);
    run_one(p, i % 2 ? sliced : large, &x, search, &t);
    explorer_clear(&x);
    program_free(large);
    program_free(sliced);
    program_free(p);
    terms_free(tt);
  }
  CHECK(mem_live() == 0);
  CHECK(t.found == t.unsafe);
  return t;
}

static void imc_decides_small_programs(void **state) {
  tally t = run_all(2000, 7, imc_run);
  CHECK(t.proved == t.safe); // few states: the bound needs not grow far
  CHECK(t.by_invariant > 1000);
}

static void kinduction_is_right_on_small_programs(void **state) {
  tally t = run_all(2000, 8, kinduction_run);
  CHECK(t.by_invariant > 1000 && t.k_above_1 > 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(imc_decides_small_programs),
      cmocka_unit_test(kinduction_is_right_on_small_programs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
