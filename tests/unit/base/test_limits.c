// SPDX-License-Identifier: Apache-2.0
#include "base/limits.h"

#include <float.h>
#include <time.h>
#include <unistd.h>

#include "base/env.h"
#include "base/mem.h"
#include "unit.h"

static void without_limits_nothing_stops(void **state) {
  limits none = {0};
  CHECK(limits_stop(&none) == LIMIT_NONE);
  CHECK(limits_left(&none) >= 1e18);
}

static void each_limit_stops(void **state) {
  limits late = {.deadline = clock_now() + 1000};
  limits over = {.deadline = clock_now()};
  CHECK(limits_stop(&late) == LIMIT_NONE);
  CHECK(limits_left(&late) > 900 && limits_left(&late) <= 1000);
  CHECK(limits_stop(&over) == LIMIT_TIME && limits_left(&over) <= 0);
  volatile sig_atomic_t flag = 0;
  limits interrupt = {.interrupt = &flag};
  CHECK(limits_stop(&interrupt) == LIMIT_NONE);
  flag = 1;
  CHECK(limits_stop(&interrupt) == LIMIT_INTERRUPT);
  limits memory = {.memory = 1000};
  void *p = mem_alloc(1000);
  CHECK(limits_stop(&memory) == LIMIT_NONE);
  void *q = mem_alloc(1);
  CHECK(limits_stop(&memory) == LIMIT_MEMORY);
  mem_free(p);
  mem_free(q);
  CHECK(mem_live() == 0);
}

static void outer_limits_hold_too(void **state) {
  volatile sig_atomic_t flag = 0;
  limits outer = {.deadline = clock_now() + 100, .interrupt = &flag};
  limits middle = limits_within(&outer, 1000);
  limits inner = limits_within(&middle, 10);
  CHECK(limits_stop(&inner) == LIMIT_NONE);
  CHECK(limits_left(&inner) <= 10 && limits_left(&inner) > 5);
  CHECK(limits_left(&middle) <= 100);
  flag = 1;
  CHECK(limits_stop(&inner) == LIMIT_INTERRUPT);
  flag = 0;
  outer.deadline = clock_now();
  CHECK(limits_stop(&inner) == LIMIT_TIME);
  limits now = limits_within(NULL, 0);
  CHECK(limits_stop(&now) == LIMIT_TIME);
}

static void clocks_run(void **state) {
  double wall = clock_now(), cpu = clock_cpu(), sum = 0;
  double start = timer_start();
  while (clock_cpu() - cpu < 0.01) {
  }
  timer_stop(&sum, start);
  CHECK(clock_now() - wall >= 0.009 && sum >= 0.009 && sum < 100);
}

static void work_for(double seconds) {
  for (double start = clock_cpu(); clock_cpu() - start < seconds;) {
  }
}

// Where CPU time is scarcer than time, budgets are of it: a machine that is
// busy with others takes nothing from them.
static void budgets_are_of_what_is_scarcer(void **state) {
  limits outer = {.deadline = clock_now() + 100, .cpu = clock_cpu() + 0.2};
  CHECK(limits_left(&outer) <= 0.2);
  limits inner = limits_within(&outer, 0.02);
  for (double start = clock_now(); clock_now() - start < 0.05;)
    usleep(1000);
  CHECK(limits_stop(&inner) == LIMIT_NONE);
  work_for(0.02);
  CHECK(limits_stop(&inner) == LIMIT_TIME && limits_left(&inner) <= 0);
  CHECK(limits_stop(&outer) == LIMIT_NONE);
  outer.cpu = clock_cpu() + 1000;
  inner = limits_within(&outer, 0.001);
  usleep(2000);
  CHECK(limits_stop(&inner) == LIMIT_TIME);
}

// A process that waits for ever has no budget for ever.
static void cpu_time_ends_by_the_clock_at_last(void **state) {
  limits outer = {.cpu = clock_cpu() + 100};
  limits inner = limits_within(&outer, 0.0001);
  usleep(10000);
  CHECK(limits_stop(&inner) == LIMIT_TIME);
}

static void cpu_time_goes_on_in_another_process(void **state) {
  clock_cpu_go_on_from(1000);
  CHECK(clock_cpu() >= 1000 && clock_cpu() < 1010);
  clock_cpu_go_on_from(0);
  CHECK(clock_cpu() < 10);
}

static void limits_have_names(void **state) {
  assert_string_equal(limit_name(LIMIT_TIME), "time limit");
  assert_string_equal(limit_name(LIMIT_MEMORY), "memory limit");
  assert_string_equal(limit_name(LIMIT_INTERRUPT), "interrupted");
  assert_string_equal(limit_name(LIMIT_NONE), "no limit");
}

static void collect(void *data, const char *line) { strbuf_puts(data, line); }

static void progress_goes_to_the_listener(void **state) {
  strbuf out = {0};
  env e = {.progress = collect, .progress_data = &out};
  env_progress(&e, "bmc: %d rounds", 12);
  assert_string_equal(strbuf_text(&out), "bmc: 12 rounds");
  e.progress = NULL;
  env_progress(&e, "nobody listens");
  CHECK(out.len == 14);
  strbuf_free(&out);
  CHECK(mem_live() == 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(without_limits_nothing_stops),
      cmocka_unit_test(each_limit_stops),
      cmocka_unit_test(outer_limits_hold_too),
      cmocka_unit_test(clocks_run),
      cmocka_unit_test(budgets_are_of_what_is_scarcer),
      cmocka_unit_test(cpu_time_ends_by_the_clock_at_last),
      cmocka_unit_test(cpu_time_goes_on_in_another_process),
      cmocka_unit_test(limits_have_names),
      cmocka_unit_test(progress_goes_to_the_listener),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
