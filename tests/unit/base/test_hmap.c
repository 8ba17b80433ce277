// SPDX-License-Identifier: Apache-2.0
// The hash map against a plain array, and interned strings.
#include "base/hmap.h"

#include <stdio.h>
#include <string.h>

#include "failing.h"

static uint64_t seed = 0x123456789abcdefu;

static uint64_t random64(void) {
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return seed;
}

// The model: key i of KEYS is there or not, with a value.
enum { KEYS = 300 };

typedef struct {
  uint64_t key[KEYS], value[KEYS];
  bool there[KEYS];
  uint32_t count;
} mirror;

static void check_iteration(const hmap *m, const mirror *model) {
  uint32_t cursor = 0, count = 0;
  uint64_t sum = 0, expected = 0;
  for (uint64_t key, value; hmap_next(m, &cursor, &key, &value); count++) {
    const uint64_t *found = hmap_find(m, key);
    CHECK(found && *found == value);
    sum += key * 3 + value;
  }
  CHECK(count == m->count);
  for (int i = 0; i < KEYS; i++)
    if (model->there[i])
      expected += model->key[i] * 3 + model->value[i];
  CHECK(sum == expected);
}

static void check_same(const hmap *m, const mirror *model) {
  CHECK(m->count == model->count);
  for (int i = 0; i < KEYS; i++) {
    const uint64_t *found = hmap_find(m, model->key[i]);
    CHECK(model->there[i] ? found && *found == model->value[i] : !found);
  }
  check_iteration(m, model);
}

static void random_step(hmap *m, mirror *model, bool grows) {
  uint64_t i = random64() % KEYS, value = random64();
  if (random64() % 100 < (grows ? 70 : 30)) {
    hmap_put(m, model->key[i], value);
    model->count += !model->there[i];
    model->there[i] = true;
    model->value[i] = value;
  } else {
    CHECK(hmap_remove(m, model->key[i]) == model->there[i]);
    model->count -= model->there[i];
    model->there[i] = false;
  }
}

static void check_random_run(uint64_t (*key_of)(uint64_t i)) {
  hmap m = {0};
  mirror *model = mem_alloc(sizeof *model);
  for (uint64_t i = 0; i < KEYS; i++)
    model->key[i] = key_of(i);
  check_same(&m, model);
  for (int step = 0; step < 6000; step++) {
    random_step(&m, model, step / 1000 % 2 == 0);
    if (step % 50 == 0)
      check_same(&m, model);
  }
  hmap_clear(&m);
  memset(model->there, 0, sizeof model->there);
  model->count = 0;
  check_same(&m, model);
  random_step(&m, model, true);
  check_same(&m, model);
  mem_free(model);
  hmap_free(&m);
  CHECK(mem_live() == 0);
}

static uint64_t small_key(uint64_t i) { return i; } // 0 is one of them
static uint64_t high_key(uint64_t i) { return i << 48; }
static uint64_t pair_key(uint64_t i) {
  return hmap_pair((uint32_t)i, (uint32_t)i);
}
static uint64_t last_key(uint64_t i) { return UINT64_MAX - i; }
static uint64_t mixed_key(uint64_t i) { return i ? hash_mix(i, i) : 0; }

static void random_operations(void **state) {
  uint64_t (*keys[])(uint64_t) = {small_key, high_key, pair_key, last_key,
                                  mixed_key};
  for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
    check_random_run(keys[i]);
}

static void many_entries(void **state) {
  enum { MANY = 300000 };
  hmap m = {0};
  for (uint32_t i = 0; i < MANY; i++)
    hmap_put(&m, hmap_pair(i, i / 2), i);
  CHECK(m.count == MANY && m.count <= m.capacity);
  for (uint32_t i = 0; i < MANY; i++) {
    const uint64_t *found = hmap_find(&m, hmap_pair(i, i / 2));
    CHECK(found && *found == i);
    CHECK(!hmap_find(&m, hmap_pair(i, i / 2 + 1)));
  }
  for (uint32_t i = 0; i < MANY; i += 2)
    CHECK(hmap_remove(&m, hmap_pair(i, i / 2)));
  CHECK(m.count == MANY / 2);
  hmap_free(&m);
  CHECK(mem_live() == 0);
}

static void a_found_value_can_be_changed(void **state) {
  hmap m = {0};
  for (uint64_t key = 0; key < 3; key++) {
    hmap_put(&m, key, 5);
    *hmap_find(&m, key) += key;
    CHECK(*hmap_find(&m, key) == 5 + key);
  }
  hmap_free(&m);
}

static void hashes_tell_bytes_apart(void **state) {
  // Texts that differ only in their length, or in one byte.
  static const char zeros[32] = {0};
  hmap seen = {0};
  for (size_t size = 0; size <= 32; size++)
    hmap_put(&seen, hash_bytes(zeros, size), size);
  CHECK(seen.count == 33);
  for (size_t i = 0; i < 32; i++) {
    char text[32] = {0};
    text[i] = 1;
    hmap_put(&seen, hash_bytes(text, sizeof text), i);
  }
  CHECK(seen.count == 65);
  CHECK(hash_mix(1, 2) != hash_mix(2, 1));
  hmap_free(&seen);
}

static void equal_texts_have_one_pointer(void **state) {
  enum { TEXTS = 20000 };
  strtab *t = strtab_new();
  const char **first = mem_alloc(TEXTS * sizeof *first);
  char text[32];
  for (int i = 0; i < TEXTS; i++) {
    snprintf(text, sizeof text, "name%d", i);
    first[i] = strtab_intern(t, text);
    CHECK(first[i] != text && !strcmp(first[i], text));
  }
  for (int i = 0; i < TEXTS; i++) {
    snprintf(text, sizeof text, "name%d", i);
    CHECK(strtab_intern(t, text) == first[i]);
    CHECK(strtab_intern(t, first[i]) == first[i]);
  }
  CHECK(strtab_intern(t, "") == strtab_intern(t, ""));
  mem_free(first);
  strtab_free(t);
  strtab_free(NULL);
  CHECK(mem_live() == 0);
}

static void use(void *data) {
  hmap *m = data;
  for (uint64_t i = 0; i < 1000; i++)
    hmap_put(m, i, i);
}

static void discard(void *data) {
  hmap *m = data;
  for (uint64_t i = 0; i < m->count; i++)
    CHECK(*hmap_find(m, i) == i); // a failed put leaves the rest intact
  hmap_free(m);
}

static void every_allocation_may_fail(void **state) {
  hmap m = {0};
  CHECK(run_failing(use, discard, &m) > 5);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_operations),
      cmocka_unit_test(many_entries),
      cmocka_unit_test(a_found_value_can_be_changed),
      cmocka_unit_test(hashes_tell_bytes_apart),
      cmocka_unit_test(equal_texts_have_one_pointer),
      cmocka_unit_test(every_allocation_may_fail),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
