// SPDX-License-Identifier: Apache-2.0
#include "base/vec.h"

#include <stdbool.h>

#include "failing.h"

typedef struct {
  uint32_t a, b, c;
} triple;

static void push_and_pop(void **state) {
  VEC(triple) v = {0};
  for (uint32_t i = 0; i < 1000; i++) {
    triple t = {i, 2 * i, 3 * i};
    vec_push(&v, t);
    CHECK(v.len == i + 1 && v.len <= v.cap && vec_last(&v).b == 2 * i);
  }
  for (uint32_t i = 1000; i-- > 0;) {
    triple t = vec_pop(&v);
    CHECK(t.a == i && t.c == 3 * i && v.len == i);
  }
  vec_free(&v);
  CHECK(!v.data && v.len == 0 && v.cap == 0 && mem_live() == 0);
}

static void resize_gives_zeros(void **state) {
  VEC(int) v = {0};
  vec_resize(&v, 0u);
  CHECK(v.len == 0);
  for (int i = 0; i < 10; i++)
    vec_push(&v, 7);
  vec_resize(&v, 5u);
  CHECK(v.len == 5 && v.data[4] == 7);
  vec_resize(&v, 100u);
  for (uint32_t i = 0; i < 100; i++)
    CHECK(v.data[i] == (i < 5 ? 7 : 0));
  vec_clear(&v);
  CHECK(v.len == 0 && v.cap >= 100);
  vec_free(&v);
  CHECK(mem_live() == 0);
}

static void reserve_makes_room_once(void **state) {
  VEC(char) v = {0};
  vec_reserve(&v, 500u);
  char *data = v.data;
  for (int i = 0; i < 500; i++)
    vec_push(&v, 'x');
  CHECK(v.data == data);
  vec_reserve(&v, 10u);
  CHECK(v.data == data);
  vec_free(&v);
}

typedef VEC(uint64_t) numbers;

static void use(void *data) {
  numbers *v = data;
  for (uint64_t i = 0; i < 1000; i++)
    vec_push(v, i);
  for (uint64_t i = 0; i < 1000; i++)
    CHECK(v->data[i] == i);
}

static void discard(void *data) {
  numbers *v = data;
  for (uint32_t i = 0; i < v->len; i++)
    CHECK(v->data[i] == i); // a failed push leaves the rest intact
  vec_free(v);
}

static void every_allocation_may_fail(void **state) {
  numbers v = {0};
  CHECK(run_failing(use, discard, &v) == 8); // 8, 16, ..., 1024
}

// A length that leaves uint32_t is refused like any other lack of memory.
static void use_too_long(void *data) {
  bool *is_second = data;
  char *p = NULL;
  uint32_t cap = 0;
  mem_fail_at(0);
  if (!*is_second) {
    *is_second = true;
    cap = UINT32_MAX;
    p = (char *)&cap; // only its address is looked at
    vec_grow_((void **)&p, &cap, 0, 1);
    fail();
  }
}

static void nothing(void *data) {}

static void too_long_is_refused(void **state) {
  bool is_second = false;
  CHECK(run_failing(use_too_long, nothing, &is_second) == 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(push_and_pop),
      cmocka_unit_test(resize_gives_zeros),
      cmocka_unit_test(reserve_makes_room_once),
      cmocka_unit_test(every_allocation_may_fail),
      cmocka_unit_test(too_long_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
