// SPDX-License-Identifier: Apache-2.0
#include "certify/state.h"

#include "small.h"

enum { COUNT = 700, STATES = 40, ROUNDS = 20000 };

static uint32_t merged_ids; // how often combine was asked

// Distinguishable from both sides, and from every term that was set.
static term combine_sum(void *data, uint32_t id, term a, term b) {
  (void)data;
  CHECK(!term_eq(a, b));
  CHECK(id >= 1 && id <= COUNT);
  merged_ids++;
  return (term){a.id * 7 + b.id * 3 + 1};
}

static bool count_seen(void *data, term a, term b) {
  CHECK(!term_eq(a, b));
  uint32_t *left = data;
  return (*left)-- > 0;
}

// States against plain arrays, under random sets and merges.
static void random_against_arrays(void **unused) {
  arena *mem = arena_new();
  state_space space = state_space_make(mem, COUNT);
  static uint32_t model[STATES][COUNT + 1];
  state states[STATES] = {0};
  memset(model, 0, sizeof model);
  uint64_t seed = 1;
  for (int round = 0; round < ROUNDS; round++) {
    uint32_t to = small_random(&seed, STATES),
             from = small_random(&seed, STATES);
    if (round % 10 != 9) {
      uint32_t id = 1 + small_random(&seed, COUNT);
      uint32_t t = 1 + small_random(&seed, 5);
      memcpy(model[to], model[from], sizeof model[to]);
      model[to][id] = t;
      states[to] = state_set(&space, states[from], id, (term){t});
      continue;
    }
    uint32_t other = small_random(&seed, STATES), differ = 0;

    for (uint32_t i = 0; i <= COUNT; i++) {
      uint32_t a = model[from][i], b = model[other][i];
      differ += a != b;
    }
    merged_ids = 0;
    state m =
        state_merge(&space, states[from], states[other], combine_sum, NULL);
    CHECK(merged_ids == differ);
    uint32_t left = differ;
    CHECK(
        state_compare(&space, states[from], states[other], count_seen, &left));
    CHECK(left == 0);
    left = differ ? differ - 1 : 0;
    CHECK(state_compare(&space, states[from], states[other], count_seen,
                        &left) == (differ == 0));
    for (uint32_t i = 1; i <= COUNT; i++) {
      uint32_t a = model[from][i], b = model[other][i];
      uint32_t want = a == b ? a : a * 7 + b * 3 + 1;
      CHECK(state_get(&space, m, i).id == want);
    }
  }
  for (uint32_t i = 0; i < STATES; i++)
    for (uint32_t id = 1; id <= COUNT; id++)
      CHECK(state_get(&space, states[i], id).id == model[i][id]);
  arena_free(mem);
  CHECK(mem_live() == 0);
}

static void sizes(void **unused) {
  arena *mem = arena_new();
  uint32_t ids[] = {1, 15, 16, 17, 255, 256, 4095, 4096, 100000};
  for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
    state_space s = state_space_make(mem, ids[i]);
    state m = state_set(&s, NULL, ids[i], (term){5});
    CHECK(state_get(&s, m, ids[i]).id == 5);
    CHECK(ids[i] == 1 || state_get(&s, m, 1).id == 0);
    CHECK(state_merge(&s, m, m, combine_sum, NULL) == m);
  }
  arena_free(mem);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(random_against_arrays),
                                     cmocka_unit_test(sizes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
