// SPDX-License-Identifier: Apache-2.0
#include "program/program.h"

#include <stdio.h>

#include "builder.h"
#include "program/print.h"

typedef struct {
  terms *tt;
  program *p;
  var x, y;
  loc entry, middle, error, end;
} small;

static small make_small(void) {
  small s = {.tt = terms_new()};
  s.p = program_new(s.tt);
  sort word = sort_bv(s.tt, 8);
  s.x = build_var(s.p, "x", word);
  s.y = build_var(s.p, "y", word);
  s.entry = build_loc(s.p, LOC_ENTRY);
  s.middle = build_loc(s.p, LOC_PLAIN);
  s.error = build_loc(s.p, LOC_ERROR);
  s.end = build_loc(s.p, LOC_END);
  return s;
}

static void free_small(small *s) {
  program_free(s->p);
  terms_free(s->tt);
  CHECK(mem_live() == 0);
}

static term var_term(small *s, var v) { return program_variable_term(s->p, v); }

static bool is_valid(const program *p, const char *complaint) {
  strbuf text = {0};
  bool ok = program_validate(p, &text);
  if (!ok)
    CHECK(strstr(strbuf_text(&text), complaint) != NULL);
  strbuf_free(&text);
  return ok;
}

static void everything_is_found_again(void **state) {
  small s = make_small();
  char name[] = "input", file[] = "a.c";
  input_info info = {.kind = INPUT_CALL,
                     .name = name,
                     .sort = sort_bv(s.tt, 8),
                     .pos = {file, 3, 4}};
  term in = program_add_input(s.p, &info);
  name[0] = file[0] = '?'; // the program has its own copies
  CHECK(strcmp(program_input(s.p, in)->name, "input") == 0);
  CHECK(strcmp(program_input(s.p, in)->pos.file, "a.c") == 0);
  CHECK(program_variable_of(s.p, var_term(&s, s.y)).id == s.y.id);
  CHECK(program_variable_of(s.p, in).id == 0);
  CHECK(program_input(s.p, var_term(&s, s.x)) == NULL);
  assignment list[] = {{s.x, in}, {s.y, var_term(&s, s.x)}};
  edge e = build_edge(s.p, s.entry, s.middle, term_true(s.tt), list, 2);
  list[0].value = var_term(&s, s.y);
  const block *b = program_edge_block(s.p, e);
  CHECK(b->assignment_count == 2 && b->input_count == 1);
  CHECK(term_eq(b->assignments[0].value, in));
  CHECK(program_out_edges(s.p, s.entry)->len == 1);
  CHECK(program_in_edges(s.p, s.middle)->data[0].id == e.id);
  free_small(&s);
}

static void infos_stay_where_they_are(void **state) {
  small s = make_small();
  const var_info *x = program_variable(s.p, s.x);
  const loc_info *l = program_location(s.p, s.entry);
  for (int i = 0; i < 1000; i++) {
    build_var(s.p, "v", sort_bv(s.tt, 8));
    build_loc(s.p, LOC_PLAIN);
  }
  CHECK(program_variable(s.p, s.x) == x && strcmp(x->name, "x") == 0);
  CHECK(program_location(s.p, s.entry) == l && l->kind == LOC_ENTRY);
  free_small(&s);
}

static void two_inputs_of_one_name_are_two(void **state) {
  small s = make_small();
  term a = build_input(s.p, "nondet", sort_bv(s.tt, 8));
  term b = build_input(s.p, "nondet", sort_bv(s.tt, 8));
  CHECK(!term_eq(a, b));
  CHECK(program_input_count(s.p) == 2);
  free_small(&s);
}

static void notes_are_kept_once(void **state) {
  small s = make_small();
  source_pos pos = {"a.c", 1, 1};
  program_add_note(s.p, NOTE_EXTERNAL, "f", pos);
  program_add_note(s.p, NOTE_EXTERNAL, "f", (source_pos){"a.c", 9, 9});
  program_add_note(s.p, NOTE_ASSUMPTION, "f", pos);
  CHECK(program_note_count(s.p) == 2);
  CHECK(program_note(s.p, 0).pos.line == 1);
  program_add_source(s.p, "a.c", "int x;");
  CHECK(strcmp(program_source(s.p, "a.c"), "int x;") == 0);
  CHECK(program_source(s.p, "b.c") == NULL);
  free_small(&s);
}

static void a_twin_has_the_same_symbols(void **state) {
  small s = make_small();
  term in = build_input(s.p, "in", sort_bv(s.tt, 8));
  program *twin = program_new_like(s.p);
  CHECK(program_location_count(twin) == 0);
  CHECK(term_eq(program_variable_term(twin, s.y), var_term(&s, s.y)));
  CHECK(strcmp(program_variable(twin, s.y)->name, "y") == 0);
  CHECK(program_input(twin, in) != NULL);
  loc l = build_loc(twin, LOC_PLAIN);
  CHECK(program_origin(twin, l).id == l.id);
  program_set_origin(twin, l, s.end);
  CHECK(program_origin(twin, l).id == s.end.id);
  program_free(twin);
  free_small(&s);
}

static void validation_accepts_a_proper_program(void **state) {
  small s = make_small();
  term in = build_input(s.p, "in", sort_bv(s.tt, 8));
  term c = term_eq_make(s.tt, in, var_term(&s, s.x));
  build_skip(s.p, s.entry, s.middle, term_true(s.tt));
  build_set(s.p, s.middle, s.error, c, s.y, in);
  build_skip(s.p, s.middle, s.end, term_not(s.tt, c));
  CHECK(is_valid(s.p, ""));
  free_small(&s);
}

static void validation_refuses_edges_at_the_wrong_places(void **state) {
  small s = make_small();
  build_skip(s.p, s.error, s.end, term_true(s.tt));
  CHECK(!is_valid(s.p, "sink with an out-edge"));
  free_small(&s);
  s = make_small();
  build_skip(s.p, s.middle, s.entry, term_true(s.tt));
  CHECK(!is_valid(s.p, "entry has an in-edge"));
  free_small(&s);
}

static void validation_refuses_foreign_symbols(void **state) {
  small s = make_small();
  term foreign = term_fresh(s.tt, "foreign", sort_bool(s.tt));
  build_skip(s.p, s.entry, s.middle, foreign);
  CHECK(!is_valid(s.p, "neither a variable nor"));
  free_small(&s);
  s = make_small();
  term in = build_input(s.p, "in", sort_bool(s.tt));
  block b = {.guard = in}; // the list of inputs lacks it
  edge_info info = {.kind = EDGE_PLAIN};
  program_add_edge(s.p, s.entry, s.middle, &b, &info);
  CHECK(!is_valid(s.p, "neither a variable nor"));
  free_small(&s);
}

static void validation_refuses_a_shared_input(void **state) {
  small s = make_small();
  term in = build_input(s.p, "in", sort_bool(s.tt));
  build_skip(s.p, s.entry, s.middle, in);
  build_skip(s.p, s.middle, s.end, in);
  CHECK(!is_valid(s.p, "also belongs to"));
  free_small(&s);
}

static void validation_refuses_a_wrong_sort(void **state) {
  small s = make_small();
  build_set(s.p, s.entry, s.middle, term_true(s.tt), s.x, term_bv(s.tt, 9, 0));
  CHECK(!is_valid(s.p, "sort of an assigned value"));
  free_small(&s);
}

static void programs_print(void **state) {
  small s = make_small();
  term in = build_input(s.p, "in", sort_bv(s.tt, 8));
  build_set(s.p, s.entry, s.middle, term_true(s.tt), s.x, in);
  build_skip(s.p, s.middle, s.error,
             term_eq_make(s.tt, var_term(&s, s.x), term_bv(s.tt, 8, 3)));
  strbuf text = {0};
  program_print(s.p, &text);
  CHECK(strstr(strbuf_text(&text), "4 locations, 2 edges") != NULL);
  CHECK(strstr(strbuf_text(&text), "L3 error") != NULL);
  CHECK(strstr(strbuf_text(&text), " := ") != NULL);
  strbuf_clear(&text);
  program_print_dot(s.p, &text);
  CHECK(strstr(strbuf_text(&text), "L1 -> L2") != NULL);
  strbuf_free(&text);
  free_small(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(everything_is_found_again),
      cmocka_unit_test(infos_stay_where_they_are),
      cmocka_unit_test(two_inputs_of_one_name_are_two),
      cmocka_unit_test(notes_are_kept_once),
      cmocka_unit_test(a_twin_has_the_same_symbols),
      cmocka_unit_test(validation_accepts_a_proper_program),
      cmocka_unit_test(validation_refuses_edges_at_the_wrong_places),
      cmocka_unit_test(validation_refuses_foreign_symbols),
      cmocka_unit_test(validation_refuses_a_shared_input),
      cmocka_unit_test(validation_refuses_a_wrong_sort),
      cmocka_unit_test(programs_print),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
