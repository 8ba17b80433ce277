// SPDX-License-Identifier: Apache-2.0
#include "cli/progress.h"

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "unit.h"

static void the_last_line_is_seen_once(void **state) {
  progress *p = progress_new();
  char line[PROGRESS_LINE];
  CHECK(!progress_get(p, line) && line[0] == '\0');
  progress_set(p, "one");
  progress_set(p, "two\nthree");
  CHECK(progress_get(p, line));
  CHECK(strcmp(line, "two") == 0);
  CHECK(!progress_get(p, line));
  CHECK(strcmp(line, "two") == 0);
  progress_free(p);
}

static void long_lines_are_cut(void **state) {
  progress *p = progress_new();
  char text[2 * PROGRESS_LINE], line[PROGRESS_LINE];
  memset(text, 'x', sizeof text);
  text[sizeof text - 1] = '\0';
  progress_set(p, text);
  CHECK(progress_get(p, line));
  CHECK(strlen(line) == PROGRESS_LINE - 1);
  progress_free(p);
}

static void no_shared_memory_is_no_harm(void **state) {
  char line[PROGRESS_LINE];
  progress_set(NULL, "lost");
  CHECK(!progress_get(NULL, line) && line[0] == '\0');
  progress_free(NULL);
}

// The writer fills each line with one letter; a torn line would have two.
static void a_line_is_never_torn(void **state) {
  enum { LINES = 200000 };
  progress *p = progress_new();
  pid_t writer = fork();
  if (writer == 0) {
    char text[PROGRESS_LINE];
    for (int i = 0; i < LINES; i++) {
      memset(text, 'a' + i % 26, sizeof text - 1);
      text[PROGRESS_LINE - 1] = '\0';
      progress_set(p, text);
    }
    _exit(0);
  }
  char line[PROGRESS_LINE];
  bool torn = false;
  while (waitpid(writer, NULL, WNOHANG) == 0) {
    progress_get(p, line);
    torn = torn || strspn(line, (char[]){line[0], '\0'}) != strlen(line);
  }
  CHECK(!torn);
  progress_free(p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_last_line_is_seen_once),
      cmocka_unit_test(long_lines_are_cut),
      cmocka_unit_test(no_shared_memory_is_no_harm),
      cmocka_unit_test(a_line_is_never_torn),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
