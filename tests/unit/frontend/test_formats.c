// SPDX-License-Identifier: Apache-2.0
// Formats that are understood, and others; any text is one of these. What the
// functions do is compared with the C library's in test_execution.c.
#include <string.h>

#include "frontend/c/library/formats.h"
#include "unit.h"

static bool is_understood(const char *format, const char *arguments) {
  strbuf out = {0};
  bool ok = formats_print(&out, "f", FORMATS_BOUNDED, format, arguments);
  CHECK(ok == (out.len > 0)); // nothing is left of what is refused
  strbuf_free(&out);
  return ok;
}

static void known_formats(void **state) {
  CHECK(is_understood("", ""));
  CHECK(is_understood("100%%", ""));
  CHECK(is_understood("%d", "i"));
  CHECK(is_understood("%ld", "i")); // of 32 bits in one of the data models
  CHECK(is_understood("%ld", "l"));
  CHECK(is_understood("%lld", "l"));
  CHECK(is_understood("%-+ #012.5hhx|", "i"));
  CHECK(is_understood("%*.*d", "iii"));
  CHECK(is_understood("%s %c", "pi"));
  CHECK(is_understood("%hhn%hn%n%ln%lln%jn%zn%tn", "pppppppp"));
  CHECK(is_understood("%x", "p"));   // an address as a number
  CHECK(is_understood("%d", "iii")); // further arguments do not matter
}

static void other_formats(void **state) {
  static const char *const formats[] = {"%",   "%5", "%-",  "%.", "%l",  "%f",
                                        "%Lf", "%p", "%5n", "%k", "%ls", "%lc"};
  for (size_t k = 0; k < sizeof formats / sizeof *formats; k++)
    CHECK(!is_understood(formats[k], "ipl"));
  CHECK(!is_understood("%101d", "i")); // too wide to be written out
  CHECK(!is_understood("%.999999999999d", "i"));
  CHECK(!is_understood("%d", ""));
  CHECK(!is_understood("%d %d", "i"));
  CHECK(!is_understood("%*d", "i"));
  CHECK(!is_understood("%d", "l"));
  CHECK(!is_understood("%lld", "i"));
  CHECK(!is_understood("%s", "i"));
  CHECK(!is_understood("%c", "p"));
}

// Braces tell whether the text is whole.
static void any_text(void **state) {
  static const char letters[] = "%%%%%d-+ #0.*123hlljztuxXocsp%fna\n\"\\";
  uint64_t random = 1;
  for (int run = 0; run < 20000; run++) {
    char format[12] = {0};
    for (size_t k = 0; k + 1 < sizeof format; k++) {
      random = random * 6364136223846793005u + 1442695040888963407u;
      format[k] = letters[(random >> 33) % (sizeof letters - 1)];
    }
    strbuf out = {0};
    if (formats_print(&out, "f", (formats_target)(run % 4), format, "iplipl")) {
      int depth = 0;
      for (const char *s = strbuf_text(&out); *s != '\0'; s++)
        depth += (*s == '{') - (*s == '}');
      CHECK(depth == 0);
    }
    strbuf_free(&out);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(known_formats),
      cmocka_unit_test(other_formats),
      cmocka_unit_test(any_text),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
