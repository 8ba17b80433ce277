// SPDX-License-Identifier: Apache-2.0
// Programs run by process_run: small shell scripts that end in every way.
#include "base/process.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "unit.h"

static const limits NO_LIMITS = {0};

// Runs a script under /bin/sh; 'task' may already say more than its argv.
static process_outcome run(process_task *task, const char *script,
                           const limits *l, strbuf *messages) {
  const char *argv[] = {"sh", "-c", script, NULL};
  task->argv = argv;
  process_outcome o = process_run(task, l, messages);
  task->argv = NULL;
  return o;
}

static void check_ends(const char *script, process_end end, int code,
                       const char *expected) {
  process_task task = {.in = -1, .out = -1};
  strbuf messages = {0};
  process_outcome o = run(&task, script, &NO_LIMITS, &messages);
  CHECK(o.end == end && o.code == code);
  assert_string_equal(strbuf_text(&messages), expected);
  strbuf_free(&messages);
}

static void every_end_is_told(void **state) {
  check_ends("exit 0", PROCESS_EXITED, 0, "");
  check_ends("echo oops >&2; exit 7", PROCESS_EXITED, 7, "oops\n");
  check_ends("kill -9 $$", PROCESS_SIGNALED, SIGKILL, "");
  check_ends("cat; echo lost", PROCESS_EXITED, 0, ""); // both are /dev/null
  check_ends("echo a >&2; sleep 0.05; echo b >&2", PROCESS_EXITED, 0, "a\nb\n");
  CHECK(mem_live() == 0);
}

static void a_missing_program_is_told(void **state) {
  const char *argv[] = {"/nowhere/at/all", NULL};
  process_task task = {.argv = argv, .in = -1, .out = -1};
  strbuf messages = {0};
  process_outcome o = process_run(&task, &NO_LIMITS, &messages);
  CHECK(o.end == PROCESS_FAILED && o.code == ENOENT);
  strbuf_free(&messages);
}

static void streams_pass_through_memory(void **state) {
  strbuf messages = {0};
  int in = process_memory_file("in", "b\na\n", 4);
  int out = process_memory_file("out", "", 0);
  int kept = process_memory_file("kept", "more\n", 5);
  CHECK(in >= 0 && out >= 0 && kept >= 0);
  process_task task = {.in = in, .out = out, .keep = &kept, .keep_count = 1};
  char script[64], text[64];
  snprintf(script, sizeof script, "sort; cat <&%d", kept);
  process_outcome o = run(&task, script, &NO_LIMITS, &messages);
  CHECK(o.end == PROCESS_EXITED && o.code == 0 && messages.len == 0);
  ssize_t size = pread(out, text, sizeof text, 0);
  CHECK(size == 9 && !memcmp(text, "a\nb\nmore\n", 9));
  close(in);
  close(out);
  close(kept);
  strbuf_free(&messages);
}

static void the_environment_can_be_given(void **state) {
  const char *envp[] = {"COLOR=blue", NULL};
  process_task task = {.in = -1, .out = -1, .path = "/bin/sh", .envp = envp};
  strbuf messages = {0};
  run(&task, "echo $COLOR $HOME >&2", &NO_LIMITS, &messages);
  assert_string_equal(strbuf_text(&messages), "blue\n");
  strbuf_free(&messages);
}

static void limits_end_it(void **state) {
  process_task task = {.in = -1, .out = -1};
  strbuf messages = {0};
  double start = clock_now();
  limits soon = limits_within(NULL, 0.1);
  process_outcome o =
      run(&task, "echo hi >&2; exec sleep 60", &soon, &messages);
  CHECK(o.end == PROCESS_STOPPED && o.code == LIMIT_TIME);
  assert_string_equal(strbuf_text(&messages), "hi\n");
  volatile sig_atomic_t flag = 1;
  limits interrupted = {.interrupt = &flag};
  o = run(&task, "exec sleep 60", &interrupted, &messages);
  CHECK(o.end == PROCESS_STOPPED && o.code == LIMIT_INTERRUPT);
  CHECK(clock_now() - start < 30);
  strbuf_free(&messages);
}

// A background child that holds the pipe must not hold us.
static void children_of_the_program_do_not_hold_us(void **state) {
  double start = clock_now();
  check_ends("sleep 5 & echo done >&2", PROCESS_EXITED, 0, "done\n");
  CHECK(clock_now() - start < 4);
}

static void a_flood_of_messages_is_cut(void **state) {
  process_task task = {.in = -1, .out = -1};
  strbuf messages = {0};
  process_outcome o =
      run(&task, "head -c 1000000 /dev/zero >&2", &NO_LIMITS, &messages);
  CHECK(o.end == PROCESS_EXITED && o.code == 0);
  CHECK(messages.len >= 65536 && messages.len < 65536 + 4096);
  strbuf_free(&messages);
  CHECK(mem_live() == 0);
}

static void a_confined_program_runs_out_of_cpu(void **state) {
  process_task task = {.in = -1, .out = -1, .cpu_limit = 1};
  strbuf messages = {0};
  process_outcome o = run(&task, "while :; do :; done", &NO_LIMITS, &messages);
  CHECK(o.end == PROCESS_SIGNALED);
  CHECK(o.code == SIGXCPU || o.code == SIGKILL);
  strbuf_free(&messages);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_end_is_told),
      cmocka_unit_test(a_missing_program_is_told),
      cmocka_unit_test(streams_pass_through_memory),
      cmocka_unit_test(the_environment_can_be_given),
      cmocka_unit_test(limits_end_it),
      cmocka_unit_test(children_of_the_program_do_not_hold_us),
      cmocka_unit_test(a_flood_of_messages_is_cut),
      cmocka_unit_test(a_confined_program_runs_out_of_cpu),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
