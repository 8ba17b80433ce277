// SPDX-License-Identifier: Apache-2.0
#include "certify/certify.h"

#include "small.h"

// x = in1; x = x + in2 (twice); error if x == 7, where x starts as g.
typedef struct {
  small s;
  term in1, in2;
  var x, g;
  result *r;
} fixture;

static void fixture_init(fixture *f) {
  small *s = &f->s;
  small_init(s);
  loc entry = small_loc(s, LOC_ENTRY), a = small_loc(s, LOC_PLAIN);
  loc b = small_loc(s, LOC_PLAIN), c = small_loc(s, LOC_PLAIN);
  loc error = small_loc(s, LOC_ERROR), end = small_loc(s, LOC_END);
  f->x = small_var(s, "x", 8);
  f->g = small_var(s, "g", 8);
  f->in1 = small_input(s, INPUT_CALL, "f", 8);
  f->in2 = small_input(s, INPUT_CALL, "f", 8);
  term x = program_variable_term(s->p, f->x);
  term g = program_variable_term(s->p, f->g);
  term seven = term_eq_make(s->tt, x, term_bv(s->tt, 8, 7));
  small_edge(s, entry, a, TERM_NONE, f->x, term_bvadd(s->tt, g, f->in1),
             f->in1);
  small_edge(s, a, b, TERM_NONE, f->x, term_bvadd(s->tt, x, f->in2), f->in2);
  small_edge(s, b, error, seven, VAR_NONE, TERM_NONE, TERM_NONE);
  term big = term_bvult(s->tt, term_bv(s->tt, 8, 100), x);
  term go = term_and(s->tt, term_not(s->tt, seven), term_not(s->tt, big));
  small_edge(s, b, end, big, VAR_NONE, TERM_NONE, TERM_NONE);
  small_edge(s, b, c, go, VAR_NONE, TERM_NONE, TERM_NONE);
  f->r = result_new("test");
  f->r->verdict = VERDICT_FALSE;
}

static void fixture_clear(fixture *f) {
  result_free(f->r);
  small_clear(&f->s);
}

static void add_input(fixture *f, term input, value v) {
  vec_push(&f->r->trace.inputs, ((trace_input){input, v}));
}

static certify_status judge(fixture *f) {
  certificate c = certify_trace(&f->s.env, f->s.p, f->r);
  CHECK(c.reason[0]);
  return c.status;
}

// Every pair of inputs, with and without an initial value.
static void exact(void **unused) {
  for (uint32_t g = 0; g < 2; g++)
    for (uint32_t a = 0; a < 16; a++)
      for (uint32_t b = 0; b < 128; b += 3) {
        fixture f;
        fixture_init(&f);
        if (g)
          vec_push(&f.r->trace.initial, ((trace_initial){f.g, value_bv(8, g)}));
        add_input(&f, f.in1, value_bv(8, a));
        add_input(&f, f.in2, value_bv(8, b));
        CHECK(judge(&f) == (g + a + b == 7 ? CERTIFY_OK : CERTIFY_REFUTED));
        fixture_clear(&f);
      }
}

// Each mutation of a right trace is refused.
static void mutated(void **unused) {
  for (int mutation = 0; mutation <= 8; mutation++) {
    fixture f;
    fixture_init(&f);
    trace *t = &f.r->trace;
    vec_push(&t->initial, ((trace_initial){f.g, value_bv(8, 2)}));
    add_input(&f, f.in1, value_bv(8, 1));
    add_input(&f, f.in2, value_bv(8, 4));
    switch (mutation) {
    case 1:
      t->inputs.len--;
      break;
    case 2:
      t->inputs.data[0].input = f.in2;
      break;
    case 3:
      t->inputs.data[1].value = value_bv(16, 4);
      break;
    case 4:
      add_input(&f, f.in2, value_bv(8, 4));
      break;
    case 5:
      t->initial.data[0].variable = (var){77};
      break;
    case 6:
      t->initial.data[0].value = value_bool(true);
      break;
    case 7:
      vec_push(&t->initial, ((trace_initial){f.g, value_bv(8, 2)}));
      break;
    case 8:
      t->initial.len = 0;
      break;
    }
    CHECK(judge(&f) == (mutation ? CERTIFY_REFUTED : CERTIFY_OK));
    fixture_clear(&f);
  }
}

static void stopped(void **unused) {
  fixture f;
  fixture_init(&f);
  add_input(&f, f.in1, value_bv(8, 3));
  add_input(&f, f.in2, value_bv(8, 4));
  f.s.env.limits.deadline = clock_now() - 1;
  CHECK(judge(&f) == CERTIFY_GAVE_UP);
  fixture_clear(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(exact),
                                     cmocka_unit_test(mutated),
                                     cmocka_unit_test(stopped)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
