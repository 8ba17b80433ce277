// SPDX-License-Identifier: Apache-2.0
#include "report/writer.h"

#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "unit.h"

// Decodes what was written: one code point per character, U+FFFD included;
// fails on anything that is not JSON or not UTF-8.
static uint32_t decode(const char *text, uint32_t *points) {
  uint32_t n = 0;
  CHECK(*text++ == '"');
  while (*text != '"') {
    unsigned char c = (unsigned char)*text++;
    CHECK(c >= 0x20 && c != 0x7f);
    uint32_t point = c;
    if (c == '\\') {
      char escape = *text++;
      point = escape == 'n'   ? '\n'
              : escape == 't' ? '\t'
                              : (unsigned char)escape;
      if (escape == 'u') {
        unsigned value;
        CHECK(sscanf(text, "%4x", &value) == 1);
        point = value;
        text += 4;
      } else {
        CHECK(strchr("nt\"\\", escape) != NULL);
      }
    } else if (c >= 0x80) {
      int more = c >= 0xf0 ? 3 : c >= 0xe0 ? 2 : 1;
      point = c & (0x3fu >> more);
      for (; more; more--) {
        CHECK(((unsigned char)*text & 0xc0) == 0x80);
        point = point << 6 | ((unsigned char)*text++ & 0x3f);
      }
    }
    points[n++] = point;
  }
  CHECK(text[1] == '\0');
  return n;
}

static uint32_t write_and_decode(const char *data, size_t size,
                                 uint32_t *points) {
  strbuf out = {0};
  json_writer w = {.out = &out};
  json_text(&w, NULL, data, size);
  uint32_t n = decode(strbuf_text(&out), points);
  strbuf_free(&out);
  return n;
}

// All pairs of bytes: ASCII stays, valid sequences stay, the rest is replaced.
static void all_pairs(void **unused) {
  for (unsigned a = 0; a < 256; a++)
    for (unsigned b = 0; b < 256; b++) {
      char data[2] = {(char)a, (char)b};
      uint32_t points[2], n = write_and_decode(data, 2, points);
      bool is_pair = a >= 0xc2 && a <= 0xdf && b >= 0x80 && b <= 0xbf;
      CHECK(n == (is_pair ? 1 : 2));
      if (is_pair) {
        CHECK(points[0] == ((a & 0x1f) << 6 | (b & 0x3f)));
        continue;
      }
      CHECK(points[0] == (a < 0x80 ? a : 0xfffd));
      CHECK(points[1] == (b < 0x80 ? b : 0xfffd));
    }
}

// Every code point that UTF-8 has, and the forms it does not have.
static void long_sequences(void **unused) {
  uint32_t points[8];
  for (uint32_t p = 0x800; p < 0x110000; p += p < 0x11000 ? 1 : 97) {
    char data[4];
    size_t n = 0;
    if (p < 0x10000) {
      data[n++] = (char)(0xe0 | p >> 12);
    } else {
      data[n++] = (char)(0xf0 | p >> 18);
      data[n++] = (char)(0x80 | (p >> 12 & 0x3f));
    }
    data[n++] = (char)(0x80 | (p >> 6 & 0x3f));
    data[n++] = (char)(0x80 | (p & 0x3f));
    uint32_t got = write_and_decode(data, n, points);
    bool is_surrogate = p >= 0xd800 && p <= 0xdfff;
    CHECK(got == (is_surrogate ? n : 1));
    CHECK(points[0] == (is_surrogate ? 0xfffd : p));
    CHECK(write_and_decode(data, n - 1, points) == n - 1); // cut off
  }
  static const char *const bad[] = {"\xc0\x80", "\xe0\x80\x80",
                                    "\xf0\x80\x80\x80", "\xf4\x90\x80\x80",
                                    "\xff\xfe"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    uint32_t n = write_and_decode(bad[i], strlen(bad[i]), points);
    CHECK(n == strlen(bad[i]) && points[0] == 0xfffd);
  }
}

static void nesting(void **unused) {
  strbuf out = {0};
  json_writer w = {.out = &out};
  json_begin(&w, NULL, '{');
  json_int(&w, "n", INT64_MIN);
  json_begin(&w, "empty", '[');
  json_end(&w, ']');
  json_begin(&w, "list", '[');
  json_bool(&w, NULL, true);
  json_string(&w, NULL, NULL);
  json_real(&w, NULL, 0.5);
  json_end(&w, ']');
  json_end(&w, '}');
  assert_string_equal(strbuf_text(&out),
                      "{\n  \"n\": -9223372036854775808,\n  \"empty\": [],\n"
                      "  \"list\": [\n    true,\n    null,\n    0.5\n  ]\n}");
  strbuf_free(&out);
  CHECK(mem_live() == 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(all_pairs),
                                     cmocka_unit_test(long_sequences),
                                     cmocka_unit_test(nesting)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
