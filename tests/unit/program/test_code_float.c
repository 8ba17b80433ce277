// SPDX-License-Identifier: Apache-2.0
// The machine's floats against the circuits, bit by bit: NaNs, zeros,
// infinities and numbers around the borders of the format.
#include "program/code_float.h"

#include "circuits.h"

enum { TRIALS = 2000 };

static uint64_t extended(uint64_t word, uint32_t width) {
  uint64_t top = (uint64_t)1 << (width - 1);
  return (word ^ top) - top;
}

static void check(circuits *f, term t) {
  const term_origin *o = term_get_origin(f->tt, t);
  if (!code_float_has(o))
    return;
  for (uint32_t i = 0; i < TRIALS; i++) {
    uint64_t at[2] = {0, 0};
    for (uint32_t k = 0; k < o->arity; k++)
      at[k] = circuits_word(f, term_width(f->tt, o->args[k]));
    bool is_signed = o->op == ORIGIN_FLOAT_FROM_SIGNED;
    uint64_t a = is_signed ? extended(at[0], 32) : at[0];
    assert_int_equal(code_float(o, a, at[1]), circuits_evaluate(f, t, o, at));
  }
}

static void as_the_circuits(void **state) {
  circuits f;
  circuits_init(&f);
  circuits_each(&f, check);
  circuits_clear(&f);
}

// Nobody is told of what the machine does not do.
static void what_it_has(void **state) {
  circuits f;
  circuits_init(&f);
  float_context up = float_context_make(f.tt, FLOAT_SINGLE, FLOAT_UPWARD);
  term near = float_add(&f.single, f.x[0], f.y[0]);
  term above = float_add(&up, f.x[0], f.y[0]);
  CHECK(code_float_has(term_get_origin(f.tt, near)));
  CHECK(!code_float_has(term_get_origin(f.tt, above)));
  circuits_clear(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(as_the_circuits),
      cmocka_unit_test(what_it_has),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
