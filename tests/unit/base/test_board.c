// SPDX-License-Identifier: Apache-2.0
// What processes post is read whole, in order, by all; also if they are killed.
#include "base/board.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/mem.h"
#include "unit.h"

enum { KEY = 7, OTHER = 8 };

static void texts_are_read_once_by_key(void **state) {
  board *b = board_new(2);
  CHECK(b && board_is_empty(b));
  board_reader r = {0};
  CHECK(!board_next(b, &r, KEY));
  CHECK(board_post(b, 0, KEY, "one") && board_post(b, 1, OTHER, "two"));
  CHECK(board_post(b, 1, KEY, "") && board_post(b, 0, KEY, "three"));
  CHECK(!board_is_empty(b));
  CHECK(strcmp(board_next(b, &r, KEY), "one") == 0);
  CHECK(strcmp(board_next(b, &r, KEY), "three") == 0);
  CHECK(strcmp(board_next(b, &r, KEY), "") == 0);
  CHECK(!board_next(b, &r, KEY));
  board_reader late = {0};
  CHECK(strcmp(board_next(b, &late, OTHER), "two") == 0);
  CHECK(!board_next(b, &late, OTHER));
  board_free(b);
  CHECK(mem_live() == 0);
}

static void levels_only_grow(void **state) {
  board *b = board_new(2);
  CHECK(board_level(b, KEY) == 0);
  board_raise(b, 0, KEY, 5);
  board_raise(b, 0, KEY, 3);
  board_raise(b, 1, KEY, 4);
  board_raise(b, 1, OTHER, 9);
  CHECK(board_level(b, KEY) == 5 && board_level(b, OTHER) == 9);
  for (uint64_t key = 100; key < 200; key++) // more than there is room for
    board_raise(b, 0, key, key);
  CHECK(board_level(b, KEY) == 5);
  board_free(b);
}

static void a_full_column_takes_no_more(void **state) {
  board *b = board_new(1);
  char *text = mem_alloc(1 << 20);
  memset(text, 'x', (1 << 20) - 1);
  uint32_t posted = 0, seen = 0;
  while (board_post(b, 0, KEY, text))
    CHECK(++posted < 100);
  board_reader r = {0};
  while (board_next(b, &r, KEY))
    seen++;
  CHECK(posted > 0 && seen == posted);
  mem_free(text);
  board_free(b);
}

// Text number i: its own length, then that many characters.
static void make_text(char *out, uint32_t i) {
  uint32_t n = i * 37 % 5000;
  memset(out, 'a' + (int)(i % 26), n);
  snprintf(out + n, 20, "%u", n);
}

static bool is_whole(const char *text) {
  size_t n = strspn(text, "abcdefghijklmnopqrstuvwxyz");
  char end[20];
  snprintf(end, sizeof end, "%zu", n);
  return strcmp(text + n, end) == 0;
}

// A writer is killed at any moment; the next one goes on in its column.
static void what_the_killed_posted_is_whole(void **state) {
  board *b = board_new(1);
  uint32_t seen = 0;
  board_reader r = {0};
  for (uint32_t round = 0; round < 50; round++) {
    pid_t child = fork();
    if (child == 0) {
      char text[6000];
      uint32_t i = round;
      do
        make_text(text, i++);
      while (board_post(b, 0, KEY, text));
      _exit(0);
    }
    usleep(round * 20);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    const char *text;
    for (; (text = board_next(b, &r, KEY)) != NULL; seen++)
      CHECK(is_whole(text));
  }
  CHECK(seen > 0);
  board_free(b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(texts_are_read_once_by_key),
      cmocka_unit_test(levels_only_grow),
      cmocka_unit_test(a_full_column_takes_no_more),
      cmocka_unit_test(what_the_killed_posted_is_whole),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
