// SPDX-License-Identifier: Apache-2.0
#include "base/arena.h"

#include <string.h>

#include "failing.h"

// Each piece is filled with its own number; all are looked at in the end.
enum { PIECES = 2000 };

static size_t size_of(size_t i) { return i % 100 == 99 ? i * 40 : i * 7 % 300; }

static void fill(arena *a, unsigned char **piece) {
  for (size_t i = 0; i < PIECES; i++) {
    piece[i] = arena_alloc(a, size_of(i));
    CHECK((uintptr_t)piece[i] % 16 == 0);
    for (size_t k = 0; k < size_of(i); k++)
      CHECK(piece[i][k] == 0);
    if (size_of(i) > 0)
      memset(piece[i], (int)(i % 255 + 1), size_of(i));
  }
  for (size_t i = 0; i < PIECES; i++)
    for (size_t k = 0; k < size_of(i); k++)
      CHECK(piece[i][k] == i % 255 + 1);
}

static void pieces_are_zeroed_and_apart(void **state) {
  arena *a = arena_new();
  unsigned char **piece = mem_alloc(PIECES * sizeof *piece);
  for (int round = 0; round < 3; round++) {
    fill(a, piece);
    arena_reset(a); // and the next round must find zeros again
  }
  mem_free(piece);
  arena_free(a);
  arena_free(NULL);
  CHECK(mem_live() == 0);
}

static void reset_keeps_one_chunk(void **state) {
  arena *a = arena_new();
  arena_reset(a);
  for (int i = 0; i < 100000; i++)
    arena_alloc(a, 64);
  size_t before = mem_live();
  arena_reset(a);
  size_t kept = mem_live();
  CHECK(kept < before);
  arena_alloc(a, 64);
  arena_reset(a);
  CHECK(mem_live() == kept);
  arena_free(a);
  CHECK(mem_live() == 0);
}

// Memory may not be lost at the ends of chunks: at most half is not in use.
static void waste_is_bounded(void **state) {
  arena *a = arena_new();
  size_t asked = 0;
  for (size_t i = 0; i < 3000; i++) {
    size_t size = i % 10 == 0 ? 16 * (i + 1) : 16;
    arena_alloc(a, size);
    asked += size;
  }
  CHECK(mem_live() < 2 * asked + 65536);
  arena_free(a);
}

static void large_pieces_stand_apart(void **state) {
  arena *a = arena_new();
  char *small = arena_alloc(a, 16);
  for (int i = 0; i < 5; i++) {
    memset(arena_alloc(a, 1 << 20), 1, 1 << 20);
    char *next = arena_alloc(a, 16);
    CHECK(next == small + 16); // the rest of the first chunk is still used
    small = next;
  }
  size_t live = mem_live();
  CHECK(live > 5 << 20 && live < 6 << 20);
  arena_free(a);
  CHECK(mem_live() == 0);
}

static void texts(void **state) {
  arena *a = arena_new();
  CHECK(!strcmp(arena_strdup(a, ""), ""));
  CHECK(!strcmp(arena_strdup(a, "word"), "word"));
  CHECK(!strcmp(arena_printf(a, "%d-%s", 42, "x"), "42-x"));
  char *wide = arena_printf(a, "%10000d", 1);
  CHECK(strlen(wide) == 10000 && wide[9999] == '1');
  int numbers[] = {1, 2, 3};
  int *copy = arena_copy(a, numbers, sizeof numbers);
  CHECK(copy != numbers && copy[2] == 3);
  CHECK(ARENA_NEW(a, double) && ARENA_ARRAY(a, int, 5));
  CHECK(arena_alloc(a, 0) != arena_alloc(a, 0));
  arena_free(a);
  CHECK(mem_live() == 0);
}

static void a_large_piece_may_come_first(void **state) {
  for (size_t size = 1 << 10; size <= 16 << 20; size *= 4) {
    arena *a = arena_new();
    memset(arena_alloc(a, size), 1, size);
    memset(arena_alloc(a, 100), 1, 100);
    CHECK(mem_live() < 3 * size + (16 << 10));
    arena_free(a);
  }
  CHECK(mem_live() == 0);
}

static arena *shared;

// The first attempt is impossible, the second is not.
static void ask_too_much(void *data) {
  size_t size = *(size_t *)data;
  *(size_t *)data = 1;
  mem_fail_at(0); // the size alone should be refused
  arena_alloc(shared, size);
}

static void keep(void *data) {}

static void impossible_sizes_fail(void **state) {
  const size_t sizes[] = {SIZE_MAX, SIZE_MAX - 16, SIZE_MAX / 2};
  shared = arena_new();
  arena_alloc(shared, 1);
  for (int i = 0; i < 3; i++) {
    size_t size = sizes[i];
    CHECK(run_failing(ask_too_much, keep, &size) == 1);
  }
  arena_free(shared);
  CHECK(mem_live() == 0);
}

static void use(void *data) {
  arena **a = data;
  *a = arena_new();
  for (size_t i = 0; i < 300; i++)
    memset(arena_alloc(*a, i * 50), 1, i * 50);
}

static void discard(void *data) {
  arena **a = data;
  arena_free(*a);
  *a = NULL;
}

static void every_allocation_may_fail(void **state) {
  arena *a = NULL;
  CHECK(run_failing(use, discard, &a) > 5);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pieces_are_zeroed_and_apart),
      cmocka_unit_test(reset_keeps_one_chunk),
      cmocka_unit_test(waste_is_bounded),
      cmocka_unit_test(large_pieces_stand_apart),
      cmocka_unit_test(a_large_piece_may_come_first),
      cmocka_unit_test(impossible_sizes_fail),
      cmocka_unit_test(texts),
      cmocka_unit_test(every_allocation_may_fail),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
