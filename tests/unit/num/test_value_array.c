// SPDX-License-Identifier: Apache-2.0
// Persistent arrays against plain C arrays.
#include "num/value.h"

#include <string.h>

#include "base/mem.h"
#include "base/vec.h"
#include "unit.h"

static arena *mem;
static uint64_t seed = 0x9e3779b97f4a7c15u;

static uint64_t random64(void) {
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return seed;
}

// --- equality and hash over all small arrays --------------------------------

// Every array over 4 indices and 3 elements that has at most 4 stores from
// any default, with what it denotes as a number in base 3.
enum { INDICES = 4, ELEMENTS = 3, CODES = 81 };

typedef struct {
  value array;
  uint32_t code;
} sample;

typedef VEC(sample) samples;

static const uint32_t POWER[INDICES] = {1, 3, 9, 27};

static uint32_t constant_code(uint32_t element) {
  return element * (1 + 3 + 9 + 27);
}

static uint32_t code_store(uint32_t code, uint32_t index, uint32_t element) {
  return code - code / POWER[index] % ELEMENTS * POWER[index] +
         element * POWER[index];
}

static void all_small_arrays(samples *out) {
  for (uint32_t e = 0; e < ELEMENTS; e++) {
    sample s = {value_array_make(mem, value_int(e)), constant_code(e)};
    vec_push(out, s);
  }
  // One round per index, now and then at the mirrored one instead, so that
  // entries are overwritten and come in different orders.
  for (uint32_t i = 0; i < INDICES; i++) {
    uint32_t known = out->len;
    for (uint32_t k = 0; k < known; k++)
      for (uint32_t e = 0; e < ELEMENTS; e++) {
        sample s = out->data[k];
        uint32_t at = random64() % 4 ? i : INDICES - 1 - i;
        s.array =
            value_array_store(mem, s.array, value_bv(2, at), value_int(e));
        s.code = code_store(s.code, at, e);
        vec_push(out, s);
      }
  }
}

static void equality_is_that_of_functions(void **state) {
  samples all = {0};
  all_small_arrays(&all);
  CHECK(all.len == 3 * 256);
  for (uint32_t i = 0; i < all.len; i++)
    for (uint32_t j = 0; j < all.len; j++) {
      sample *a = &all.data[i], *b = &all.data[j];
      CHECK(value_equal(a->array, b->array) == (a->code == b->code));
      if (a->code == b->code)
        CHECK(value_hash(a->array) == value_hash(b->array));
    }
  vec_free(&all);
  arena_reset(mem);
}

static void hashes_of_different_arrays_mostly_differ(void **state) {
  samples all = {0};
  all_small_arrays(&all);
  uint64_t hash_of[CODES] = {0};
  for (uint32_t i = 0; i < all.len; i++)
    hash_of[all.data[i].code] = value_hash(all.data[i].array);
  for (uint32_t i = 0; i < CODES; i++)
    for (uint32_t j = 0; j < i; j++)
      CHECK(hash_of[i] != hash_of[j]);
  vec_free(&all);
  arena_reset(mem);
}

static void boolean_indices_can_be_covered(void **state) {
  value five = value_array_make(mem, value_int(5));
  value other = value_array_make(mem, value_int(0));
  other = value_array_store(mem, other, value_bool(true), value_int(5));
  CHECK(!value_equal(five, other) && !value_equal(other, five));
  other = value_array_store(mem, other, value_bool(false), value_int(5));
  CHECK(value_equal(five, other) && value_equal(other, five));
  CHECK(value_hash(five) == value_hash(other));
  arena_reset(mem);
}

// --- against a C array ------------------------------------------------------

enum { SIZE = 512, VERSIONS = 40 };

typedef struct {
  int64_t element[SIZE];
  uint32_t next; // index to be visited
  uint64_t last; // index visited
  bool visited;
} model;

static void visit(void *data, value index, value element) {
  model *m = data;
  uint64_t i = value_get_u64(index);
  CHECK(!m->visited || i > m->last);
  m->visited = true;
  m->last = i;
  while (m->next < i)
    CHECK(m->element[m->next++] == 0); // a skipped one has the default
  CHECK((int64_t)element.bits == m->element[i] && m->element[i] != 0);
  m->next = (uint32_t)i + 1;
}

static void check_is(value array, model *m) {
  for (uint32_t i = 0; i < SIZE; i++) {
    value element = value_array_select(array, value_bv(16, i));
    CHECK((int64_t)element.bits == m->element[i]);
  }
  CHECK(value_equal(value_array_default(array), value_int(0)));
  m->next = 0;
  m->visited = false;
  value_array_each(array, visit, m);
  while (m->next < SIZE)
    CHECK(m->element[m->next++] == 0);
}

static void random_store(value *array, model *m) {
  uint32_t i = (uint32_t)(random64() % SIZE);
  int64_t e = (int64_t)(random64() % 4);
  *array = value_array_store(mem, *array, value_bv(16, i), value_int(e));
  m->element[i] = e;
}

static void old_versions_stay_as_they_were(void **state) {
  model *models = mem_alloc(sizeof(model) * VERSIONS);
  value arrays[VERSIONS];
  arrays[0] = value_array_make(mem, value_int(0));
  for (int i = 1; i < VERSIONS; i++) {
    int from = (int)(random64() % (unsigned)i); // versions branch
    arrays[i] = arrays[from];
    models[i] = models[from];
    for (int k = 0; k < 100; k++)
      random_store(&arrays[i], &models[i]);
  }
  for (int i = 0; i < VERSIONS; i++) {
    check_is(arrays[i], &models[i]);
    for (int j = 0; j < VERSIONS; j++) {
      bool same = !memcmp(models[i].element, models[j].element,
                          sizeof models[i].element);
      CHECK(value_equal(arrays[i], arrays[j]) == same);
    }
  }
  mem_free(models);
  arena_reset(mem);
}

// Increasing, decreasing and zigzag orders hit every rotation.
static void ordered_stores_stay_balanced(void **state) {
  enum { MANY = 100000 };
  value up = value_array_make(mem, value_int(0)), down = up, zigzag = up;
  for (uint32_t i = 0; i < MANY; i++) {
    uint32_t j = MANY - 1 - i, k = i % 2 ? i / 2 : MANY - 1 - i / 2;
    up = value_array_store(mem, up, value_bv(32, i), value_int(i + 1));
    down = value_array_store(mem, down, value_bv(32, j), value_int(j + 1));
    zigzag = value_array_store(mem, zigzag, value_bv(32, k), value_int(k + 1));
  }
  CHECK(value_equal(up, down) && value_equal(down, zigzag));
  CHECK(value_hash(up) == value_hash(down));
  for (uint32_t i = 0; i < MANY; i++)
    CHECK(value_array_select(zigzag, value_bv(32, i)).bits == i + 1);
  zigzag = value_array_store(mem, zigzag, value_bv(32, 77), value_int(0));
  CHECK(!value_equal(up, zigzag));
  arena_reset(mem);
}

static void a_store_of_what_is_there_costs_nothing(void **state) {
  value a = value_array_make(mem, value_int(0));
  CHECK(value_array_store(mem, a, value_int(3), value_int(0)).array == a.array);
  value b = value_array_store(mem, a, value_int(3), value_int(4));
  CHECK(value_array_store(mem, b, value_int(3), value_int(4)).array == b.array);
  value back = value_array_store(mem, b, value_int(3), value_int(0));
  CHECK(value_equal(back, a) && value_hash(back) == value_hash(a));
  arena_reset(mem);
}

// Arrays of arrays, over indices that are large numbers.
static void copies_live_in_their_own_arena(void **state) {
  arena *other = arena_new();
  mpz_t n;
  mpz_init(n);
  value inner = value_array_make(other, value_bv(1, 0));
  value outer = value_array_make(other, inner);
  for (int i = 0; i < 100; i++) {
    mpz_set_si(n, (i % 2 ? 1 : -1) * (long)random64());
    mpz_mul_si(n, n, INT64_MAX);
    value index = value_int_mpz(other, n);
    inner = value_array_store(other, inner, index, value_bv(1, 1));
    outer = value_array_store(other, outer, index, inner);
  }
  value copy = value_copy(mem, outer);
  CHECK(value_equal(copy, outer) && value_hash(copy) == value_hash(outer));
  value found = value_array_select(copy, value_int_mpz(other, n));
  CHECK(value_equal(found, inner));
  arena_free(other); // a use of its memory would now be an error
  value again = value_copy(mem, copy);
  CHECK(value_equal(copy, again));
  mpz_clear(n);
  arena_reset(mem);
}

static int set_up(void **state) {
  mem = arena_new();
  return 0;
}

static int tear_down(void **state) {
  arena_free(mem);
  CHECK(mem_live() == 0);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(equality_is_that_of_functions),
      cmocka_unit_test(hashes_of_different_arrays_mostly_differ),
      cmocka_unit_test(boolean_indices_can_be_covered),
      cmocka_unit_test(old_versions_stay_as_they_were),
      cmocka_unit_test(ordered_stores_stay_balanced),
      cmocka_unit_test(a_store_of_what_is_there_costs_nothing),
      cmocka_unit_test(copies_live_in_their_own_arena),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
