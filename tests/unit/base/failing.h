// SPDX-License-Identifier: Apache-2.0
// Runs code under an allocator that fails at its first, second, ... call.
#ifndef TESTS_FAILING_H
#define TESTS_FAILING_H

#include "base/mem.h"
#include "unit.h"

static jmp_buf failing_exit;

static void failing_handler(void) { longjmp(failing_exit, 1); }

// Calls 'use' until it gets through, each time with one more allocation that
// succeeds, and 'discard' after each; nothing may then be left. Returns how
// often it failed.
static int run_failing(void (*use)(void *data), void (*discard)(void *data),
                       void *data) {
  size_t live = mem_live();
  volatile int failures = 0;
  mem_on_failure(failing_handler);
  while (setjmp(failing_exit)) {
    discard(data);
    CHECK(mem_live() == live);
    failures++;
    CHECK(failures < 100000);
  }
  mem_fail_at((uint64_t)failures + 1);
  use(data);
  mem_fail_at(0);
  mem_on_failure(NULL);
  discard(data);
  CHECK(mem_live() == live);
  return failures;
}

#endif
