// SPDX-License-Identifier: Apache-2.0
// What is shown of formulas that are too long: it follows from them.
#include "report/gist.h"

#include "certify/small.h"

typedef struct {
  small s;
  var x, y;
  strbuf text;
} fixture;

static void setup(fixture *f) {
  small_init(&f->s);
  f->x = small_var(&f->s, "x", 32);
  f->y = small_var(&f->s, "y", 32);
  f->text = (strbuf){0};
}

static void teardown(fixture *f) {
  strbuf_free(&f->text);
  small_clear(&f->s);
}

static term is(fixture *f, var v, uint64_t n) {
  return term_eq_make(f->s.tt, program_variable_term(f->s.p, v),
                      term_bv(f->s.tt, 32, n));
}

// Many states: x from 'first' on, y = 7x except in the last state, where
// nothing is said of it if 'is_open'.
static term states(fixture *f, uint32_t first, bool is_open) {
  enum { COUNT = 60 };
  term all[COUNT];
  for (uint32_t i = 0; i < COUNT; i++) {
    term x = is(f, f->x, first + i), y = is(f, f->y, 7 * (first + i));
    all[i] = is_open && i == COUNT - 1 ? x : term_and(f->s.tt, x, y);
  }
  return term_or_n(f->s.tt, all, COUNT);
}

static void test_ranges(void **state) {
  fixture f;
  setup(&f);
  CHECK(gist_print(f.s.p, states(&f, 3, false), &f.text));
  CHECK(strstr(strbuf_text(&f.text), "x < 63u") != NULL);
  CHECK(strstr(strbuf_text(&f.text), "y < 435u") != NULL);
  teardown(&f);
}

// In one state y is anything: then nothing is known of it.
static void test_open_state(void **state) {
  fixture f;
  setup(&f);
  CHECK(gist_print(f.s.p, states(&f, 3, true), &f.text));
  CHECK(strstr(strbuf_text(&f.text), "x < 63u") != NULL);
  CHECK(strchr(strbuf_text(&f.text), 'y') == NULL);
  teardown(&f);
}

static void test_readable_parts(void **state) {
  fixture f;
  setup(&f);
  term order = term_bvule(f.s.tt, program_variable_term(f.s.p, f.x),
                          program_variable_term(f.s.p, f.y));
  term both = term_and(f.s.tt, order, states(&f, 0, true));
  CHECK(gist_print(f.s.p, both, &f.text));
  CHECK(strstr(strbuf_text(&f.text), "x <= y") != NULL);
  CHECK(strstr(strbuf_text(&f.text), "x < 60u") != NULL);
  teardown(&f);
}

// Of a disjunction without states nothing is said.
static void test_nothing(void **state) {
  fixture f;
  setup(&f);
  term all[200];
  for (uint32_t i = 0; i < 200; i++)
    all[i] = is(&f, i % 2 ? f.x : f.y, 100 * i);
  CHECK(!gist_print(f.s.p, term_or_n(f.s.tt, all, 200), &f.text));
  CHECK(f.text.len == 0);
  teardown(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_ranges), cmocka_unit_test(test_open_state),
      cmocka_unit_test(test_readable_parts), cmocka_unit_test(test_nothing)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
