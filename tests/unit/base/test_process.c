// SPDX-License-Identifier: Apache-2.0
#include "base/process.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "unit.h"

static const limits NO_LIMITS = {0};

static process_outcome run(const char *const *argv, strbuf *messages) {
  process_task t = {.argv = argv, .in = -1, .out = -1};
  return process_run(&t, &NO_LIMITS, messages);
}

static void statuses(void **unused) {
  strbuf messages = {0};
  process_outcome o = run((const char *const[]){"true", NULL}, &messages);
  CHECK(o.end == PROCESS_EXITED && o.code == 0);
  o = run((const char *const[]){"false", NULL}, &messages);
  CHECK(o.end == PROCESS_EXITED && o.code == 1);
  CHECK(messages.len == 0);
  o = run((const char *const[]){"/no/such/program", NULL}, &messages);
  CHECK(o.end == PROCESS_FAILED && o.code == ENOENT);
  o = run((const char *const[]){"cat", "/no/such/file", NULL}, &messages);
  CHECK(o.end == PROCESS_EXITED && o.code == 1);
  CHECK(strstr(strbuf_text(&messages), "/no/such/file") != NULL);
  strbuf_free(&messages);
  CHECK(mem_live() == 0);
}

static void memory_files(void **unused) {
  strbuf messages = {0};
  int in = process_memory_file("in", "some text", 9);
  int out = process_memory_file("out", NULL, 0);
  CHECK(in >= 0 && out >= 0);
  const char *const argv[] = {"cat", NULL};
  process_task t = {.argv = argv, .in = in, .out = out};
  process_outcome o = process_run(&t, &NO_LIMITS, &messages);
  CHECK(o.end == PROCESS_EXITED && o.code == 0);
  char got[32];
  CHECK(pread(out, got, sizeof got, 0) == 9 &&
        memcmp(got, "some text", 9) == 0);
  // Files that are not kept are closed in the program.
  char path[64];
  snprintf(path, sizeof path, "/proc/self/fd/%d", in);
  const char *const read[] = {"cat", path, NULL};
  t = (process_task){.argv = read, .in = -1, .out = out};
  CHECK(process_run(&t, &NO_LIMITS, &messages).code == 1);
  t.keep = &in;
  t.keep_count = 1;
  CHECK(process_run(&t, &NO_LIMITS, &messages).code == 0);
  close(in);
  close(out);
  strbuf_free(&messages);
}

static void stopped(void **unused) {
  strbuf messages = {0};
  const char *const argv[] = {"sleep", "1000", NULL};
  process_task t = {.argv = argv, .in = -1, .out = -1};
  limits l = limits_within(NULL, 0.1);
  process_outcome o = process_run(&t, &l, &messages);
  CHECK(o.end == PROCESS_STOPPED && o.code == LIMIT_TIME);
  volatile sig_atomic_t flag = 1;
  l = (limits){.interrupt = &flag};
  o = process_run(&t, &l, &messages);
  CHECK(o.end == PROCESS_STOPPED && o.code == LIMIT_INTERRUPT);
  strbuf_free(&messages);
}

// A program that closes its messages goes on; one that is killed says so; the
// environment and confinement arrive.
static void surroundings(void **unused) {
  strbuf messages = {0};
  const char *const late[] = {"sh", "-c", "exec 2>&-; sleep 0.05; exit 3",
                              NULL};
  process_outcome o = run(late, &messages);
  CHECK(o.end == PROCESS_EXITED && o.code == 3);
  const char *const killed[] = {"sh", "-c", "kill -9 $$", NULL};
  o = run(killed, &messages);
  CHECK(o.end == PROCESS_SIGNALED && o.code == SIGKILL);
  const char *const env_argv[] = {"sh", "-c", "test \"$A\" = b", NULL};
  const char *const envp[] = {"A=b", NULL};
  process_task t = {.argv = env_argv, .envp = envp, .in = -1, .out = -1};
  CHECK(process_run(&t, &NO_LIMITS, &messages).code == 0);
  const char *const limits_argv[] = {
      // they come a little later than it runs
      "sh", "-c",
      "until test $(ulimit -t) = 7 -a $(ulimit -c) = 0; do sleep 0.01; done",
      NULL};
  t = (process_task){.argv = limits_argv, .in = -1, .out = -1, .cpu_limit = 7};
  CHECK(process_run(&t, &NO_LIMITS, &messages).code == 0);
  strbuf_free(&messages);
}

// Much output must not block, and is cut off.
static void long_messages(void **unused) {
  strbuf messages = {0};
  const char *const argv[] = {
      "sh", "-c", "head -c 1000000 /dev/zero | tr '\\0' x >&2", NULL};
  process_outcome o = run(argv, &messages);
  CHECK(o.end == PROCESS_EXITED && o.code == 0);
  CHECK(messages.len >= 65536 && messages.len < 80000);
  strbuf_free(&messages);
  CHECK(mem_live() == 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(statuses), cmocka_unit_test(memory_files),
      cmocka_unit_test(stopped), cmocka_unit_test(surroundings),
      cmocka_unit_test(long_messages)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
