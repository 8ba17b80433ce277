// SPDX-License-Identifier: Apache-2.0
#include "base/strbuf.h"

#include <string.h>

#include "failing.h"

static void pieces_are_appended(void **state) {
  strbuf b = {0};
  CHECK(!strcmp(strbuf_text(&b), "") && b.len == 0);
  strbuf_putc(&b, 'a');
  strbuf_puts(&b, "");
  strbuf_puts(&b, "bc");
  strbuf_write(&b, "def", 2);
  strbuf_printf(&b, "%d%%", 42);
  CHECK(!strcmp(strbuf_text(&b), "abcde42%") && b.len == 8);
  strbuf_clear(&b);
  CHECK(!strcmp(strbuf_text(&b), "") && b.len == 0);
  strbuf_write(&b, "a\0b", 3);
  CHECK(b.len == 3 && !memcmp(strbuf_text(&b), "a\0b", 4));
  strbuf_free(&b);
  CHECK(!strcmp(strbuf_text(&b), "") && mem_live() == 0);
}

// Every length around the first capacities, with what stood before.
static void formats_of_every_length(void **state) {
  for (int before = 0; before < 140; before++)
    for (int width = 0; width < 140; width++) {
      strbuf b = {0};
      for (int i = 0; i < before; i++)
        strbuf_putc(&b, 'x');
      strbuf_printf(&b, "%*s", width, "");
      CHECK(b.len == (size_t)(before + width) && b.len < b.cap);
      CHECK(strlen(strbuf_text(&b)) == b.len);
      CHECK(strspn(b.text, "x") == (size_t)before);
      strbuf_free(&b);
    }
  CHECK(mem_live() == 0);
}

static void use(void *data) {
  strbuf *b = data;
  for (int i = 0; i < 1000; i++)
    strbuf_printf(b, "%d ", i);
  strbuf_printf(b, "%5000d", 1);
}

static void discard(void *data) {
  strbuf *b = data;
  CHECK(strlen(strbuf_text(b)) == b->len); // whole pieces only
  strbuf_free(b);
}

static void every_allocation_may_fail(void **state) {
  strbuf b = {0};
  CHECK(run_failing(use, discard, &b) > 5);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pieces_are_appended),
      cmocka_unit_test(formats_of_every_length),
      cmocka_unit_test(every_allocation_may_fail),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
