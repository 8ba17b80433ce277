// SPDX-License-Identifier: Apache-2.0
#include "campaign/value.h"

#include <string.h>

#include "base/mem.h"
#include "unit.h"

static const json_value *parse(arena *mem, const char *text) {
  return value_parse(mem, text, strlen(text));
}

static void values_are_read(void **state) {
  arena *mem = arena_new();
  const json_value *v =
      parse(mem, " {\"a\": [1, -2.5e1, true, false, null], \"b\": {\"c\": "
                 "\"x\\n\\\"\\u00e4\\ud83d\\ude00\"}} rest");
  CHECK(v && v->kind == VALUE_OBJECT);
  const json_value *a = value_get(v, "a");
  CHECK(a && a->kind == VALUE_ARRAY && a->first->number == 1);
  CHECK(a->first->next->number == -25);
  CHECK(a->first->next->next->kind == VALUE_TRUE);
  assert_string_equal(value_text(value_get(v, "b"), "c", ""),
                      "x\n\"\xc3\xa4\xf0\x9f\x98\x80");
  CHECK(!value_get(v, "none") && !value_get(NULL, "x"));
  assert_string_equal(value_text(v, "a", "no text"), "no text");
  CHECK(value_number(a, "x", 7) == 7);
  arena_free(mem);
}

// No prefix of a value is one, and nothing beyond the size is looked at.
static void prefixes_are_refused(void **state) {
  static const char text[] = "{\"key\": [\"a\\u0041\", {\"n\": null}, true]}";
  arena *mem = arena_new();
  for (size_t size = 0; size + 1 < sizeof text; size++)
    CHECK(!value_parse(mem, text, size));
  CHECK(value_parse(mem, text, sizeof text - 1) != NULL);
  arena_free(mem);
}

static void nonsense_is_refused(void **state) {
  static const char *const BAD[] = {
      "",        "{",       "}",           "{a: 1}", "[1,]",    "[1 2]",
      "{\"a\"}", "\"\\x\"", "\"\\ud8\"",   "tru",    "-",       "1e",
      "[1",      "\"",      "\"\\u12g4\"", "{1: 2}", "nul ,--", "\\"};
  arena *mem = arena_new();
  for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++)
    CHECK(!parse(mem, BAD[i]));
  arena_free(mem);
}

static void depth_is_bounded(void **state) {
  enum { DEEP = 100000 };
  char *text = mem_alloc(DEEP + 1);
  memset(text, '[', DEEP);
  arena *mem = arena_new();
  CHECK(!parse(mem, text));
  arena_free(mem);
  mem_free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(values_are_read),
                                     cmocka_unit_test(prefixes_are_refused),
                                     cmocka_unit_test(nonsense_is_refused),
                                     cmocka_unit_test(depth_is_bounded)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
