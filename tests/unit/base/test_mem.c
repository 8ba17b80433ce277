// SPDX-License-Identifier: Apache-2.0
#include "base/mem.h"

#include <pthread.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "failing.h"

static void counts_what_is_live(void **state) {
  CHECK(mem_live() == 0);
  char *a = mem_alloc(100), *b = mem_alloc(0);
  CHECK(a && b && mem_live() == 100 && mem_peak() >= 100);
  for (int i = 0; i < 100; i++)
    CHECK(a[i] == 0);
  memset(a, 7, 100);
  a = mem_realloc(a, 5000);
  CHECK(mem_live() == 5000 && a[0] == 7 && a[99] == 7);
  a = mem_realloc(a, 10);
  CHECK(mem_live() == 10 && mem_peak() >= 5000 && a[9] == 7);
  char *c = mem_realloc(NULL, 3), *d = mem_strdup("text");
  CHECK(mem_live() == 18 && !strcmp(d, "text"));
  mem_free(a);
  mem_free(b);
  mem_free(c);
  mem_free(d);
  mem_free(NULL);
  CHECK(mem_live() == 0);
}

static void payloads_are_aligned(void **state) {
  void *p[50];
  for (size_t i = 0; i < 50; i++) {
    p[i] = mem_alloc(i);
    CHECK((uintptr_t)p[i] % 16 == 0);
  }
  for (size_t i = 0; i < 50; i++)
    mem_free(p[i]);
}

static void *churn(void *data) {
  for (size_t i = 1; i < 20000; i++) {
    char *p = mem_alloc(i % 97);
    p = mem_realloc(p, i % 89);
    mem_free(p);
  }
  return NULL;
}

static void threads_share_the_count(void **state) {
  pthread_t thread[4];
  for (int i = 0; i < 4; i++)
    CHECK(!pthread_create(&thread[i], NULL, churn, NULL));
  for (int i = 0; i < 4; i++)
    CHECK(!pthread_join(thread[i], NULL));
  CHECK(mem_live() == 0);
}

static void *kept[2];

static void allocate_twice(void *data) {
  kept[0] = mem_alloc(10);
  kept[1] = mem_alloc(10);
  kept[0] = mem_realloc(kept[0], 20);
}

static void drop_kept(void *data) {
  mem_free(kept[0]);
  mem_free(kept[1]);
  kept[0] = kept[1] = NULL;
}

static void the_nth_allocation_fails(void **state) {
  CHECK(run_failing(allocate_twice, drop_kept, NULL) == 3);
}

// The first attempt is impossible, the ones after it are not.
static void ask_too_much(void *data) {
  size_t size = *(size_t *)data;
  *(size_t *)data = 1;
  mem_fail_at(0); // the size alone should be refused
  kept[0] = mem_alloc(size);
}

static void impossible_sizes_fail(void **state) {
  const size_t sizes[] = {SIZE_MAX, SIZE_MAX - 15, SIZE_MAX / 2 - 1};
  for (int i = 0; i < 3; i++) {
    size_t size = sizes[i];
    CHECK(run_failing(ask_too_much, drop_kept, &size) == 1);
  }
}

// Runs 'act' in a child; its exit status, and nothing on its streams.
static int status_of(void (*act)(void)) {
  int ends[2];
  CHECK(!pipe(ends));
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    dup2(ends[1], 1);
    dup2(ends[1], 2);
    close(ends[0]);
    act();
    _exit(0);
  }
  close(ends[1]);
  char c;
  CHECK(read(ends[0], &c, 1) == 0);
  close(ends[0]);
  int status;
  CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status));
  return WEXITSTATUS(status);
}

static void fail_at_once(void) {
  mem_fail_at(1);
  mem_alloc(1);
}

static void succeed_then(void) {
  mem_fail_at(2);
  mem_free(mem_alloc(1));
}

static void the_default_handler_exits_quietly(void **state) {
  CHECK(status_of(fail_at_once) == MEM_EXIT_STATUS);
  CHECK(status_of(succeed_then) == 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(counts_what_is_live),
      cmocka_unit_test(payloads_are_aligned),
      cmocka_unit_test(threads_share_the_count),
      cmocka_unit_test(the_nth_allocation_fails),
      cmocka_unit_test(impossible_sizes_fail),
      cmocka_unit_test(the_default_handler_exits_quietly),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
