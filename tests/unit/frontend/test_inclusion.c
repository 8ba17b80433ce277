// SPDX-License-Identifier: Apache-2.0
// Sets of places: fields, memory that is copied, pointers that move on.
#include "frontend/c/analyze/inclusion.h"

#include "base/mem.h"
#include "unit.h"

enum { S, COPY, A, B, FUNCTION, OUTSIDE, DERIVED, OBJECTS };

static const bool is_flat[OBJECTS] = {
    [FUNCTION] = true, [OUTSIDE] = true, [DERIVED] = true};
static const uint64_t sizes[OBJECTS] = {0};
static const bool is_scalar[OBJECTS] = {[A] = true, [B] = true};

static void ignore(void *data, uint32_t n, place at) {
  (void)data, (void)n, (void)at;
}

static inclusion *start(void) {
  inclusion_task task = {.objects = OBJECTS,
                         .is_flat = is_flat,
                         .is_scalar = is_scalar,
                         .sizes = sizes,
                         .base = OUTSIDE,
                         .on_target = ignore};
  return inclusion_new(&task);
}

static uint32_t pointer_to(inclusion *s, uint32_t object, int64_t offset) {
  uint32_t n = inclusion_node(s);
  inclusion_target(s, n, (place){object, offset});
  return n;
}

// What is found behind (object, offset).
static uint32_t loaded(inclusion *s, uint32_t object, int64_t offset) {
  uint32_t to = inclusion_node(s);
  inclusion_load(s, pointer_to(s, object, offset), to, false);
  return to;
}

static void store(inclusion *s, uint32_t object, int64_t offset,
                  uint32_t value) {
  inclusion_store(s, pointer_to(s, object, offset), value, false);
}

static void fields_are_apart(void **state) {
  inclusion *s = start();
  uint32_t first = loaded(s, S, 0), second = loaded(s, S, 8);
  uint32_t any = loaded(s, S, INCLUSION_ANYWHERE);
  store(s, S, 0, pointer_to(s, A, 0));
  store(s, S, 8, pointer_to(s, B, 0));
  inclusion_solve(s);
  CHECK(inclusion_holds(s, first, A) && !inclusion_holds(s, first, B));
  CHECK(inclusion_holds(s, second, B) && !inclusion_holds(s, second, A));
  CHECK(inclusion_holds(s, any, A) && inclusion_holds(s, any, B));
  store(s, S, INCLUSION_ANYWHERE, pointer_to(s, FUNCTION, 0));
  inclusion_solve(s);
  CHECK(inclusion_holds(s, first, FUNCTION) &&
        inclusion_holds(s, any, FUNCTION));
  inclusion_free(s);
  CHECK(mem_live() == 0);
}

// What is stored later is copied, too, but only in range.
static void copies_keep_fields(void **state) {
  inclusion *s = start();
  inclusion_move(s, pointer_to(s, COPY, 16), pointer_to(s, S, 0), 16);
  uint32_t first = loaded(s, COPY, 16), second = loaded(s, COPY, 24);
  uint32_t behind = loaded(s, COPY, 32);
  store(s, S, 0, pointer_to(s, A, 4));
  inclusion_solve(s);
  store(s, S, 8, pointer_to(s, B, 0));
  store(s, S, 16, pointer_to(s, FUNCTION, 0));
  inclusion_solve(s);
  place at;
  CHECK(inclusion_get(s, first, 0, &at) && at.object == A && at.offset == 4);
  CHECK(inclusion_holds(s, second, B) && !inclusion_holds(s, second, A));
  CHECK(!inclusion_holds(s, behind, FUNCTION));
  inclusion_free(s);
  CHECK(mem_live() == 0);
}

static void a_pointer_that_moves_on_is_anywhere(void **state) {
  inclusion *s = start();
  uint32_t p = pointer_to(s, S, 0), back = inclusion_node(s);
  inclusion_shift(s, p, p, 4);
  inclusion_shift(s, pointer_to(s, S, 24), back, -24);
  inclusion_solve(s);
  place at;
  bool is_anywhere = false;
  for (uint32_t i = 0; inclusion_get(s, p, i, &at); i++)
    is_anywhere = is_anywhere || at.offset == INCLUSION_ANYWHERE;
  CHECK(is_anywhere && inclusion_is_complete(s));
  CHECK(inclusion_get(s, back, 0, &at) && at.offset == 0);
  inclusion_free(s);
  CHECK(mem_live() == 0);
}

// What is stored behind either of the two names is found behind both.
static void moved_pointers_have_another_name(void **state) {
  inclusion *s = start();
  uint32_t p = pointer_to(s, OUTSIDE, 0), on = inclusion_node(s);
  uint32_t given = inclusion_node(s), held = inclusion_node(s);
  inclusion_shift(s, p, on, 8);
  inclusion_shift(s, on, given, INCLUSION_WHOLE);
  inclusion_store(s, on, pointer_to(s, A, 0), false);
  inclusion_load(s, p, held, false);
  inclusion_solve(s);
  CHECK(inclusion_holds(s, on, DERIVED) && !inclusion_holds(s, on, OUTSIDE));
  CHECK(inclusion_holds(s, given, OUTSIDE) &&
        !inclusion_holds(s, given, DERIVED));
  CHECK(inclusion_holds(s, held, A) && !inclusion_holds(s, p, DERIVED));
  inclusion_free(s);
  CHECK(mem_live() == 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(fields_are_apart), cmocka_unit_test(copies_keep_fields),
      cmocka_unit_test(a_pointer_that_moves_on_is_anywhere),
      cmocka_unit_test(moved_pointers_have_another_name)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
