// SPDX-License-Identifier: Apache-2.0
#include "base/shown.h"

#include <string.h>

#include "base/mem.h"
#include "unit.h"

static bool text_is(const char *given, size_t size, const char *expected) {
  strbuf out = {0};
  shown_text(given, size, &out);
  bool ok = strcmp(strbuf_text(&out), expected) == 0;
  strbuf_free(&out);
  return ok;
}

static bool name_is(const char *given, const char *expected) {
  strbuf out = {0};
  shown_name(given, &out);
  bool ok = strcmp(strbuf_text(&out), expected) == 0;
  strbuf_free(&out);
  return ok;
}

static void what_is_harmless_stays(void **state) {
  const char plain[] = "a\tb\n\"\\ \xc3\xbc \xe2\x82\xac \xf0\x9f\x99\x82";
  CHECK(text_is(plain, strlen(plain), plain));
  CHECK(text_is("", 0, ""));
}

static void what_acts_on_a_display_is_escaped(void **state) {
  CHECK(text_is("\x1b[2J\r\x7f", 6, "\\x1b[2J\\x0d\\x7f"));
  CHECK(text_is("a\0b", 3, "a\\x00b"));
  CHECK(text_is("\xe2\x80\xae", 3, "\\u202e"));
  CHECK(text_is("\xe2\x81\xa6x\xe2\x81\xa9", 7, "\\u2066x\\u2069"));
  CHECK(text_is("\xc2\x9b", 2, "\\u009b")); // C1: another start of sequences
}

static void what_is_no_character_is_bytes(void **state) {
  CHECK(text_is("\x9b"
                "1m",
                3, "\\x9b1m")); // C1 as a byte
  CHECK(text_is("\xe2\x80", 2, "\\xe2\\x80"));
  CHECK(text_is("\xc0\x9b", 2, "\\xc0\\x9b")); // too long a form of ESC
  CHECK(text_is("\xed\xa0\x80", 3, "\\xed\\xa0\\x80"));
}

static void names_stay_on_one_line(void **state) {
  CHECK(name_is("a\nverdict: true\t.c", "a\\x0averdict: true\\x09.c"));
}

// Every byte, and every character of two and three bytes: nothing that a
// terminal obeys is left, and what is left is well-formed.
static void nothing_slips_through(void **state) {
  for (unsigned code = 1; code < 0x10000; code++) {
    char given[4] = {0};
    if (code < 0x100) {
      given[0] = (char)code;
    } else if (code < 0x800) {
      given[0] = (char)(0xc0 | code >> 6),
      given[1] = (char)(0x80 | (code & 63));
    } else {
      given[0] = (char)(0xe0 | code >> 12);
      given[1] = (char)(0x80 | (code >> 6 & 63));
      given[2] = (char)(0x80 | (code & 63));
    }
    strbuf out = {0};
    uint32_t found;
    shown_name(given, &out);
    for (size_t i = 0, n; i < out.len; i += n) {
      n = utf8_length(out.text + i, out.len - i);
      CHECK(n > 0 && !shown_is_control(out.text + i, n, &found));
    }
    strbuf_free(&out);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_is_harmless_stays),
      cmocka_unit_test(what_acts_on_a_display_is_escaped),
      cmocka_unit_test(what_is_no_character_is_bytes),
      cmocka_unit_test(names_stay_on_one_line),
      cmocka_unit_test(nothing_slips_through),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
