// SPDX-License-Identifier: Apache-2.0
#include "report/vacuity.h"

#include <string.h>

#include "builder.h"

typedef struct {
  terms *tt;
  program *p;
  loc entry, middle, error, end;
} fixture;

static void fixture_init(fixture *f) {
  f->tt = terms_new();
  f->p = program_new(f->tt);
  f->entry = build_loc(f->p, LOC_ENTRY);
  f->middle = build_loc(f->p, LOC_PLAIN);
  f->error = build_loc(f->p, LOC_ERROR);
  f->end = build_loc(f->p, LOC_END);
}

static void join(fixture *f, loc from, loc to, bool is_possible) {
  term guard = is_possible ? term_true(f->tt) : term_false(f->tt);
  build_edge(f->p, from, to, guard, NULL, 0);
}

// The one warning that is given has this reason; NULL: there is none.
static void expect(fixture *f, const char *reason) {
  uint32_t before = program_note_count(f->p);
  vacuity_warn(f->p);
  if (reason == NULL) {
    CHECK(program_note_count(f->p) == before);
  } else {
    CHECK(program_note_count(f->p) == before + 1);
    note n = program_note(f->p, before);
    CHECK(n.kind == NOTE_WARNING && strstr(n.text, reason) != NULL);
  }
  program_free(f->p);
  terms_free(f->tt);
  CHECK(mem_live() == 0);
}

static void an_error_that_may_be_reached(void **state) {
  fixture f;
  fixture_init(&f);
  join(&f, f.entry, f.middle, true);
  join(&f, f.middle, f.error, true);
  program_add_note(f.p, NOTE_UNCALLED, "g", (source_pos){0});
  expect(&f, NULL);
}

static void no_error(void **state) {
  fixture f;
  fixture_init(&f);
  join(&f, f.entry, f.middle, true);
  join(&f, f.middle, f.end, true);
  program_add_note(f.p, NOTE_UNCALLED, "", (source_pos){0});
  expect(&f, "no error call is left");
}

static void a_condition_that_is_known(void **state) {
  fixture f;
  fixture_init(&f);
  join(&f, f.entry, f.middle, true);
  join(&f, f.middle, f.error, false);
  join(&f, f.middle, f.end, true);
  expect(&f, NULL);
}

static void a_dead_end(void **state) {
  fixture f;
  fixture_init(&f);
  join(&f, f.entry, f.middle, true);
  join(&f, f.middle, f.error, false);
  expect(&f, "gets past this line");
}

static void an_endless_loop(void **state) {
  fixture f;
  fixture_init(&f);
  join(&f, f.entry, f.middle, true);
  join(&f, f.middle, f.middle, true);
  expect(&f, "leaves this loop");
}

static void a_function_that_is_not_called(void **state) {
  fixture f;
  fixture_init(&f);
  join(&f, f.entry, f.end, true);
  program_add_note(f.p, NOTE_UNCALLED, "g", (source_pos){0});
  expect(&f, "g, which has the error call, is never called");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_error_that_may_be_reached),
      cmocka_unit_test(no_error),
      cmocka_unit_test(a_condition_that_is_known),
      cmocka_unit_test(a_dead_end),
      cmocka_unit_test(an_endless_loop),
      cmocka_unit_test(a_function_that_is_not_called),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
