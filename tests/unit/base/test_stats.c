// SPDX-License-Identifier: Apache-2.0
#include "base/stats.h"

#include <string.h>

#include "base/mem.h"
#include "unit.h"

static void zero_rows_are_left_out(void **state) {
  stats s = {0};
  strbuf out = {0};
  stats_print(&s, &out);
  assert_string_equal(strbuf_text(&out), "");
  s.solver_calls = 12345;
  stats_print(&s, &out);
  CHECK(strstr(out.text, "solver_calls"));
  CHECK(strstr(out.text, " 12345  solver calls of the search\n"));
  strbuf_free(&out);
  CHECK(mem_live() == 0);
}

static void columns_are_aligned(void **state) {
  stats s = {.time_clang = 0.03125, .edges = UINT32_MAX, .locations = 1};
  strbuf out = {0};
  stats_print(&s, &out);
  CHECK(strstr(out.text, "0.031  seconds in clang\n"));
  // The help texts begin in the same column.
  size_t first = strcspn(out.text, "\n");
  size_t help = (size_t)(strstr(out.text, "seconds in clang") - out.text);
  const char *second = out.text + first + 1;
  CHECK(strstr(second, "locations of the program") == second + help);
  strbuf_free(&out);
}

static void json_has_every_row(void **state) {
  stats s = {.time_solve = 1.5, .terms = UINT64_MAX};
  strbuf out = {0};
  stats_print_json(&s, &out);
  CHECK(out.text[0] == '{' && out.text[out.len - 1] == '}');
#define COUNTER(id, help) CHECK(strstr(out.text, "\"" #id "\": "));
#define TIMER(id, help) CHECK(strstr(out.text, "\"" #id "\": "));
#include "base/stats.def"
  CHECK(strstr(out.text, "\"time_solve\": 1.500000, "));
  CHECK(strstr(out.text, "\"terms\": 18446744073709551615"));
  CHECK(!strstr(out.text, ", }") && !strstr(out.text, "{,"));
  strbuf_free(&out);
  CHECK(mem_live() == 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(zero_rows_are_left_out),
      cmocka_unit_test(columns_are_aligned),
      cmocka_unit_test(json_has_every_row),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
