// SPDX-License-Identifier: Apache-2.0
// Every address near two objects and a function, and back again.
#include "program/pointee.h"

#include <string.h>

#include "base/mem.h"
#include "unit.h"

enum { SCALARS = 1000, ARRAY = 2000, FUNCTION = 3000 };

typedef struct {
  terms *tt;
  program *p;
  var first, array;
} fixture;

static var add_variable(fixture *f, const char *name, sort s, type_class type) {
  var_info info = {.name = name, .sort = s, .type = {type, NULL}};
  return program_add_variable(f->p, &info);
}

static void setup(fixture *f) {
  static const uint64_t offsets[] = {0, 4, 16}, start[] = {0};
  *f = (fixture){.tt = terms_new()};
  f->p = program_new(f->tt);
  sort word = sort_bv(f->tt, 64);
  f->first = add_variable(f, "s.a", word, TYPE_POINTER);
  add_variable(f, "s.b", word, TYPE_POINTER);
  add_variable(f, "s.c", word, TYPE_UNSIGNED);
  f->array = add_variable(f, "big", sort_array(f->tt, word, word), TYPE_OTHER);
  program_add_object(f->p, &(object_info){.start = SCALARS,
                                          .size = 20,
                                          .first = f->first,
                                          .count = 3,
                                          .offsets = offsets});
  program_add_object(f->p, &(object_info){.start = ARRAY,
                                          .size = 40,
                                          .first = f->array,
                                          .count = 1,
                                          .offsets = start,
                                          .stride = 4});
  program_add_object(
      f->p, &(object_info){.start = FUNCTION, .size = 1, .function = "run"});
}

static void drop(fixture *f) {
  program_free(f->p);
  terms_free(f->tt);
}

static const char *name_of(void *data, var v) {
  return program_variable(((fixture *)data)->p, v)->name;
}

static const char *no_name(void *data, var v) { return NULL; }

static void expected(uint64_t pointer, strbuf *out) {
  if (pointer == 0)
    strbuf_puts(out, "0");
  else if (pointer == SCALARS)
    strbuf_puts(out, "&s.a");
  else if (pointer == SCALARS + 4)
    strbuf_puts(out, "&s.b");
  else if (pointer == SCALARS + 16)
    strbuf_puts(out, "&s.c");
  else if (pointer >= ARRAY && pointer < ARRAY + 40 && pointer % 4 == 0)
    strbuf_printf(out, "&big[%u]", (unsigned)(pointer - ARRAY) / 4);
  else if (pointer == FUNCTION)
    strbuf_puts(out, "run");
}

static void each_address_has_its_name(void **state) {
  fixture f;
  setup(&f);
  for (uint64_t pointer = 0; pointer < 4000; pointer++) {
    strbuf said = {0}, right = {0};
    expected(pointer, &right);
    CHECK(pointee_print(f.p, pointer, name_of, &f, &said) == (right.len > 0));
    CHECK(strcmp(strbuf_text(&said), strbuf_text(&right)) == 0);
    strbuf_free(&said);
    strbuf_free(&right);
  }
  strbuf said = {0};
  CHECK(!pointee_print(f.p, SCALARS, no_name, &f, &said) && said.len == 0);
  CHECK(!pointee_print(f.p, ARRAY, no_name, &f, &said) && said.len == 0);
  drop(&f);
}

static bool described(const fixture *f, uint64_t pointer, const char *text) {
  strbuf said = {0};
  bool ok = pointee_describe(f->p, pointer, &said);
  bool is_it = ok == (text != NULL) &&
               strcmp(strbuf_text(&said), text != NULL ? text : "") == 0;
  strbuf_free(&said);
  return is_it;
}

static void what_has_no_name_is_described(void **state) {
  static const uint64_t offsets[] = {0, 4, 8};
  fixture f = {.tt = terms_new()};
  f.p = program_new(f.tt);
  sort word = sort_bv(f.tt, 32);
  var a = add_variable(&f, "a[0]", word, TYPE_SIGNED);
  add_variable(&f, "a[1]", word, TYPE_SIGNED);
  add_variable(&f, "a[2]", word, TYPE_SIGNED);
  source_pos pos = {"f.c", 5, 13};
  object_info infos[] = {{.start = 1000,
                          .reach = 100,
                          .size = 12,
                          .first = a,
                          .count = 3,
                          .offsets = offsets,
                          .name = "a"},
                         {.start = 1100, .reach = 100, .name = "s"},
                         {.start = 1200, .reach = 100, .name = "\"hello\""},
                         {.start = 1300, .reach = 100},
                         {.start = 1400,
                          .reach = 100,
                          .name = "malloc",
                          .pos = pos,
                          .is_allocated = true,
                          .number = 1},
                         {.start = 2000,
                          .reach = 100,
                          .many = 5,
                          .name = "malloc",
                          .pos = pos,
                          .is_allocated = true}};
  for (size_t i = 0; i < sizeof infos / sizeof *infos; i++)
    program_add_object(f.p, &infos[i]);
  CHECK(described(&f, 999, NULL));
  CHECK(described(&f, 1012, "&a[3]") && described(&f, 1096, "&a[-1]"));
  CHECK(described(&f, 1005, "(char *)&a + 5"));
  CHECK(described(&f, 1100, "&s") && described(&f, 1103, "(char *)&s + 3"));
  CHECK(described(&f, 1199, "(char *)&s - 1"));
  CHECK(described(&f, 1200, "\"hello\""));
  CHECK(described(&f, 1202, "\"hello\" + 2"));
  CHECK(described(&f, 1300, NULL));
  CHECK(described(&f, 1404, "memory #2 from malloc() in f.c:5:13 + 4"));
  CHECK(described(&f, 1500, NULL));
  CHECK(described(&f, 2000, "memory from malloc() in f.c:5:13"));
  CHECK(described(&f, 2399, "memory #4 from malloc() in f.c:5:13 - 1"));
  CHECK(described(&f, 2500, NULL));
  drop(&f);
}

static void names_lead_back(void **state) {
  fixture f;
  uint64_t at;
  setup(&f);
  CHECK(pointee_of_variable(f.p, f.first, 0, &at) && at == SCALARS);
  CHECK(pointee_of_variable(f.p, (var){f.first.id + 2}, 0, &at) &&
        at == SCALARS + 16);
  CHECK(!pointee_of_variable(f.p, f.first, 1, &at));
  for (uint64_t i = 0; i < 12; i++)
    CHECK(pointee_of_variable(f.p, f.array, i, &at) == (i < 10) &&
          (i >= 10 || at == ARRAY + 4 * i));
  CHECK(!pointee_of_variable(f.p, (var){f.array.id + 1}, 0, &at));
  CHECK(pointee_of_function(f.p, "run", &at) && at == FUNCTION);
  CHECK(!pointee_of_function(f.p, "s.a", &at));
  drop(&f);
}

static bool says(fixture *f, term equation, const char *text) {
  strbuf said = {0};
  bool ok = pointee_print_equation(f->p, equation, name_of, f, &said);
  bool is_it = ok ? text && strcmp(strbuf_text(&said), text) == 0
                  : !text && said.len == 0;
  strbuf_free(&said);
  return is_it;
}

static void equations_of_pointers_alone(void **state) {
  fixture f;
  setup(&f);
  term a = program_variable_term(f.p, f.first);
  term b = program_variable_term(f.p, (var){f.first.id + 1});
  term number = program_variable_term(f.p, (var){f.first.id + 2});
  term there = term_bv(f.tt, 64, ARRAY + 8), odd = term_bv(f.tt, 64, ARRAY + 1);
  term is_there = term_eq_make(f.tt, a, there);
  CHECK(says(&f, is_there, "(s.a == &big[2])"));
  CHECK(says(&f, term_not(f.tt, is_there), "(s.a != &big[2])"));
  CHECK(says(&f, term_eq_make(f.tt, a, b), "(s.a == s.b)") ||
        says(&f, term_eq_make(f.tt, a, b), "(s.b == s.a)"));
  CHECK(says(&f, term_eq_make(f.tt, a, term_bv(f.tt, 64, 0)), "(s.a == 0)"));
  CHECK(says(&f, term_eq_make(f.tt, a, odd), NULL));
  CHECK(says(&f, term_eq_make(f.tt, number, there), NULL));
  CHECK(says(&f, term_eq_make(f.tt, a, number), NULL));
  CHECK(says(&f, term_bvult(f.tt, a, there), NULL));
  drop(&f);
}

static int leaves_nothing(void **state) { return mem_live() == 0 ? 0 : 1; }

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_teardown(each_address_has_its_name, leaves_nothing),
      cmocka_unit_test_teardown(what_has_no_name_is_described, leaves_nothing),
      cmocka_unit_test_teardown(names_lead_back, leaves_nothing),
      cmocka_unit_test_teardown(equations_of_pointers_alone, leaves_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
