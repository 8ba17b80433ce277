// SPDX-License-Identifier: Apache-2.0
#include "base/diag.h"

#include "base/mem.h"
#include "unit.h"

static void check_prints(diag_class kind, source_pos pos, const char *text,
                         const char *expected) {
  diag d = {0};
  strbuf out = {0};
  CHECK(!diag_set(&d, kind, pos, "%s", text));
  diag_print(&d, &out);
  assert_string_equal(strbuf_text(&out), expected);
  strbuf_free(&out);
  diag_clear(&d);
  CHECK(d.kind == DIAG_NONE && mem_live() == 0);
}

static void prints_like_a_compiler(void **state) {
  source_pos none = {0}, file = {"a.c", 0, 0}, line = {"a.c", 3, 0},
             full = {"a b.c", 3, 14};
  check_prints(DIAG_INPUT, full, "no main", "a b.c:3:14: error: no main\n");
  check_prints(DIAG_INPUT, line, "no main", "a.c:3: error: no main\n");
  check_prints(DIAG_INPUT, file, "is empty", "a.c: error: is empty\n");
  check_prints(DIAG_USAGE, none, "no file", "wedge: error: no file\n");
  check_prints(DIAG_UNSUPPORTED, line, "asm", "a.c:3: unsupported: asm\n");
  check_prints(DIAG_LIMIT, none, "time", "wedge: stopped: time\n");
  check_prints(DIAG_INTERNAL, none, "x\ny\n", "wedge: internal error: x\ny\n");
}

static void the_first_error_is_kept(void **state) {
  diag d = {0};
  source_pos pos = {"a.c", 1, 2};
  CHECK(!diag_set(&d, DIAG_INPUT, pos, "first %d", 1));
  CHECK(!diag_set(&d, DIAG_INTERNAL, (source_pos){0}, "second"));
  CHECK(d.kind == DIAG_INPUT && d.pos.line == 1);
  assert_string_equal(strbuf_text(&d.text), "first 1");
  diag_clear(&d);
  CHECK(!diag_set(&d, DIAG_LIMIT, pos, "third"));
  CHECK(d.kind == DIAG_LIMIT);
  diag_clear(&d);
  CHECK(mem_live() == 0);
}

static void the_name_of_the_file_is_its_own(void **state) {
  char name[] = "a.c";
  diag d = {0};
  strbuf out = {0};
  diag_set(&d, DIAG_INPUT, (source_pos){name, 1, 2}, "bad");
  name[0] = 'b'; // as if it were freed
  diag_print(&d, &out);
  assert_string_equal(strbuf_text(&out), "a.c:1:2: error: bad\n");
  diag_clear(&d);
  strbuf_free(&out);
}

static void a_place_without_file(void **state) {
  strbuf out = {0};
  source_pos_print((source_pos){NULL, 3, 4}, &out);
  assert_string_equal(strbuf_text(&out), "?");
  strbuf_free(&out);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(prints_like_a_compiler),
      cmocka_unit_test(the_first_error_is_kept),
      cmocka_unit_test(the_name_of_the_file_is_its_own),
      cmocka_unit_test(a_place_without_file),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
