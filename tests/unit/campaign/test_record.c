// SPDX-License-Identifier: Apache-2.0
#include "campaign/record.h"

#include <string.h>

#include "base/mem.h"
#include "unit.h"

static record make(const char *verdict, const char *reason) {
  return (record){.key = "k",
                  .task = "t",
                  .config = "c",
                  .category = "",
                  .property = "p",
                  .expected = "true",
                  .subproperty = "",
                  .verdict = verdict,
                  .violated = "",
                  .reason = reason,
                  .text = "a\nb",
                  .engine = "",
                  .confirmed = "",
                  .report = "",
                  .host = "h",
                  .limits = {10, 0, 1000},
                  .wall = 3,
                  .cpu = 4,
                  .memory = 100 << 20};
}

static void a_record_comes_back(void **state) {
  record r = make("true", ""), back;
  r.generation = 7;
  r.repeat = 2;
  vec_push(&r.statistics, ((statistic){"lemmas", 12.5}));
  strbuf line = {0};
  record_print_line(&r, &line);
  CHECK(!strchr(line.text, '\n'));
  arena *mem = arena_new();
  CHECK(record_read(&back, value_parse(mem, line.text, line.len)));
  assert_string_equal(back.text, "a\nb");
  CHECK(back.generation == 7 && back.repeat == 2 && back.limits.memory == 1000);
  CHECK(back.statistics.len == 1 && back.statistics.data[0].value == 12.5);
  record_clear(&r);
  record_clear(&back);
  arena_free(mem);
  strbuf_free(&line);
  CHECK(mem_live() == 0);
}

static void answers_serve_within_their_limits(void **state) {
  record r = make("true", "");
  CHECK(record_serves(&r, &(run_limits){10, 0, 1000}));
  CHECK(record_serves(&r, &(run_limits){900, 0, 15000}));
  CHECK(record_serves(&r, &(run_limits){0, 0, 0}));
  CHECK(record_serves(&r, &(run_limits){3, 4, 100}));
  CHECK(!record_serves(&r, &(run_limits){2, 0, 0}));
  CHECK(!record_serves(&r, &(run_limits){10, 3, 0}));
  CHECK(!record_serves(&r, &(run_limits){10, 0, 99}));
}

static void others_serve_under_the_same_limits_alone(void **state) {
  static const char *const REASONS[] = {"time", "memory", "bound", "internal"};
  for (int i = 0; i < 4; i++) {
    record r = make(i < 3 ? "unknown" : "error", REASONS[i]);
    CHECK(record_serves(&r, &(run_limits){10, 0, 1000}));
    CHECK(!record_serves(&r, &(run_limits){11, 0, 1000}));
    CHECK(!record_serves(&r, &(run_limits){10, 1, 1000}));
    CHECK(!record_serves(&r, &(run_limits){10, 0, 0}));
  }
}

static void answers_are_rated(void **state) {
  record good = make("true", ""), wrong = make("false", "");
  CHECK(record_rate(&good) == MARK_CORRECT && record_score(&good) == 2);
  CHECK(record_rate(&wrong) == MARK_WRONG && record_score(&wrong) == -16);
  wrong.expected = "false";
  CHECK(record_score(&wrong) == 1);
  wrong.subproperty = "valid-free";
  wrong.violated = "valid-deref";
  CHECK(record_rate(&wrong) == MARK_WRONG);
  good.expected = "false";
  CHECK(record_score(&good) == -32);
  good.expected = "";
  CHECK(record_rate(&good) == MARK_UNRATED && record_score(&good) == 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_record_comes_back),
      cmocka_unit_test(answers_serve_within_their_limits),
      cmocka_unit_test(others_serve_under_the_same_limits_alone),
      cmocka_unit_test(answers_are_rated)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
