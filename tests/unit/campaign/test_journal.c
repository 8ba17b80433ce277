// SPDX-License-Identifier: Apache-2.0
#include "campaign/journal.h"

#include "base/mem.h"
#include "folder_of_test.h"

typedef struct {
  strbuf all; // the lines taken, each with a line feed
  uint32_t count;
} taken;

static void take(void *data, const char *json, size_t size) {
  taken *t = data;
  strbuf_write(&t->all, json, size);
  strbuf_putc(&t->all, '\n');
  t->count++;
}

static const char *const LINES[] = {"{\"a\": 1}", "{\"b\": \"two\"}", "{}"};

static void three_lines(strbuf *out) {
  for (int i = 0; i < 3; i++)
    journal_print_line(LINES[i], out);
}

static void lines_come_back(void **state) {
  test_folder f = test_folder_make();
  journal j;
  diag d = {0};
  CHECK(journal_create(&j, test_path(&f, "one.log"), &d));
  for (int i = 0; i < 3; i++)
    CHECK(journal_append(&j, LINES[i], &d));
  journal_close(&j);
  taken t = {0};
  uint32_t dropped = 0;
  CHECK(journal_read(test_path(&f, "one.log"), take, &t, &dropped, &d));
  CHECK(t.count == 3 && dropped == 0);
  assert_string_equal(strbuf_text(&t.all),
                      "{\"a\": 1}\n{\"b\": \"two\"}\n{}\n");
  // A second writer of the same file is refused.
  CHECK(!journal_create(&j, test_path(&f, "one.log"), &d));
  CHECK(d.kind == DIAG_INPUT);
  strbuf_free(&t.all);
  diag_clear(&d);
  test_folder_remove(&f);
  CHECK(mem_live() == 0);
}

// Whatever a crash leaves: whole lines are taken, a torn one is dropped.
static void cut_at_every_byte(void **state) {
  strbuf text = {0};
  three_lines(&text);
  for (size_t cut = 0; cut <= text.len; cut++) {
    strbuf part = {0};
    strbuf_write(&part, text.text, cut);
    taken t = {0};
    uint32_t dropped = journal_read_text(&part, take, &t), whole = 0;
    for (size_t i = 0; i < cut; i++)
      whole += text.text[i] == '\n';
    CHECK(t.count == whole);
    CHECK(dropped == (cut > 0 && text.text[cut - 1] != '\n'));
    strbuf_free(&t.all);
    strbuf_free(&part);
  }
  strbuf_free(&text);
}

// Any one byte changed is seen, and costs its own line (a line feed: both).
static void damaged_at_every_byte(void **state) {
  strbuf text = {0};
  three_lines(&text);
  for (size_t i = 0; i < text.len; i++) {
    strbuf bad = {0};
    strbuf_write(&bad, text.text, text.len);
    bad.text[i] ^= 0x15;
    taken t = {0};
    uint32_t dropped = journal_read_text(&bad, take, &t);
    CHECK(dropped >= 1 && t.count <= 2 && t.count >= 1);
    strbuf_free(&t.all);
    strbuf_free(&bad);
  }
  strbuf_free(&text);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(lines_come_back),
                                     cmocka_unit_test(cut_at_every_byte),
                                     cmocka_unit_test(damaged_at_every_byte)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
