// SPDX-License-Identifier: Apache-2.0
// Persistent maps against plain arrays.
#include "encode/pmap.h"

#include "base/mem.h"
#include "builder.h"

enum { KEYS = 100, MAPS = 60 };

typedef struct {
  pmap map;
  uint32_t plain[KEYS];
} twin;

static uint32_t mix(void *data, uint32_t key, uint32_t a, uint32_t b) {
  (*(uint32_t *)data)++;
  CHECK(a != b);
  return 1 + (key * 31 + a * 7 + b) % 1000;
}

static void check_twin(const pmap_pool *pool, const twin *t) {
  for (uint32_t k = 0; k < KEYS; k++)
    CHECK(pmap_get(pool, t->map, k) == t->plain[k]);
}

static twin set_some(pmap_pool *pool, twin t, dice *d) {
  uint32_t mark = pmap_mark(pool);
  for (uint32_t n = roll(d, 5); n > 0; n--) {
    uint32_t key = roll(d, KEYS), number = 1 + roll(d, 3);
    t.map = pmap_put(pool, t.map, key, number, mark);
    t.plain[key] = number;
  }
  return t;
}

static twin merge_twins(pmap_pool *pool, const twin *a, const twin *b) {
  twin t;
  uint32_t calls = 0, different = 0;
  t.map = pmap_merge(pool, a->map, b->map, mix, &calls);
  for (uint32_t k = 0; k < KEYS; k++) {
    uint32_t x = a->plain[k], y = b->plain[k], dummy = 0;
    different += x != y;
    t.plain[k] = x == y ? x : mix(&dummy, k, x, y);
  }
  CHECK(calls == different);
  return t;
}

typedef struct {
  const twin *a, *b;
  uint32_t count, last;
} comparison;

static void visit(void *data, uint32_t key, uint32_t a, uint32_t b) {
  comparison *c = data;
  CHECK(c->count == 0 || key > c->last);
  CHECK(a != b && c->a->plain[key] == a && c->b->plain[key] == b);
  c->last = key;
  c->count++;
}

static void check_diff(const pmap_pool *pool, const twin *a, const twin *b) {
  comparison c = {a, b, 0, 0};
  uint32_t different = 0;
  for (uint32_t k = 0; k < KEYS; k++)
    different += a->plain[k] != b->plain[k];
  pmap_diff(pool, a->map, b->map, visit, &c);
  CHECK(c.count == different);
}

static void maps_behave_like_arrays(void **state) {
  dice d = {7};
  for (int round = 0; round < 200; round++) {
    pmap_pool pool;
    pmap_pool_init(&pool, KEYS);
    twin all[MAPS] = {0};
    for (uint32_t i = 1; i < MAPS; i++) {
      const twin *a = &all[roll(&d, i)], *b = &all[roll(&d, i)];
      if (roll(&d, 3) == 0)
        all[i] = merge_twins(&pool, a, b);
      else
        all[i] = set_some(&pool, *a, &d);
      check_diff(&pool, a, b);
    }
    for (uint32_t i = 0; i < MAPS; i++)
      check_twin(&pool, &all[i]); // nobody changed another's map
    pmap_pool_clear(&pool);
  }
  CHECK(mem_live() == 0);
}

static uint32_t keep_first(void *data, uint32_t key, uint32_t a, uint32_t b) {
  return a != 0 ? a : b;
}

// Changing one key of a large map costs a path, and so does merging with it.
static void costs_follow_the_difference(void **state) {
  enum { LARGE = 100000 };
  pmap_pool pool;
  pmap_pool_init(&pool, LARGE);
  pmap m = PMAP_EMPTY;
  uint32_t mark = pmap_mark(&pool);
  for (uint32_t k = 0; k < LARGE; k++)
    m = pmap_put(&pool, m, k, k + 1, mark);
  CHECK(pmap_mark(&pool) < LARGE / 4); // in place: no copies
  uint32_t before = pmap_mark(&pool);
  pmap changed = pmap_put(&pool, m, 777, 1, before);
  pmap merged = pmap_merge(&pool, changed, m, keep_first, NULL);
  CHECK(pmap_mark(&pool) - before <= 2 * pool.levels);
  CHECK(merged.root == changed.root); // nothing new: shared as a whole
  pmap_pool_clear(&pool);
  CHECK(mem_live() == 0);
}

static void keys_may_fill_32_bits(void **state) {
  pmap_pool pool;
  pmap_pool_init(&pool, UINT32_MAX);
  pmap m = pmap_put(&pool, PMAP_EMPTY, UINT32_MAX - 1, 5, pmap_mark(&pool));
  CHECK(pmap_get(&pool, m, UINT32_MAX - 1) == 5);
  CHECK(pmap_get(&pool, m, 0) == 0);
  pmap_pool_clear(&pool);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(maps_behave_like_arrays),
      cmocka_unit_test(costs_follow_the_difference),
      cmocka_unit_test(keys_may_fill_32_bits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
