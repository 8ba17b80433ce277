// SPDX-License-Identifier: Apache-2.0
#include "certify/listed_index.h"

#include "small.h"

enum { VARIABLES = 9, STATES = 120, ASKED = 60, ROUNDS = 60, BITS = 8 };

// 0: none.
typedef struct {
  terms *tt;
  uint32_t given[VARIABLES + 1];
  bool is_open[VARIABLES + 1]; // a term that is no constant
  term open;
} asked_state;

static term look(void *data, uint32_t variable) {
  const asked_state *a = data;
  if (a->is_open[variable])
    return a->open;
  uint32_t given = a->given[variable];
  return given ? term_bv(a->tt, BITS, given) : TERM_NONE;
}

static bool may_be(const asked_state *a, const uint32_t *listed) {
  for (uint32_t v = 1; v <= VARIABLES; v++)
    if (listed[v] && a->given[v] && !a->is_open[v] && listed[v] != a->given[v])
      return false;
  return true;
}

static void choose_values(uint64_t *seed, uint32_t *out, uint32_t most) {
  for (uint32_t v = 1; v <= VARIABLES; v++)
    out[v] = small_random(seed, 4) ? 1 + small_random(seed, most) : 0;
}

static void add_state(listed_index *x, terms *tt, const uint32_t *values) {
  listed_values all = {0};
  for (uint32_t v = VARIABLES; v > 0; v--)
    if (values[v])
      vec_push(&all, ((listed_value){v, term_bv(tt, BITS, values[v])}));
  listed_index_add(x, all.data, all.len);
  vec_free(&all);
}

static void check_found(const listed_index *x, asked_state *a,
                        uint32_t listed[][VARIABLES + 1], uint32_t count) {
  bool is_found[STATES] = {false};
  listed_numbers found = {0};
  listed_index_find(x, look, a, &found);
  for (uint32_t i = 0; i < found.len; i++) {
    CHECK(found.data[i] < count && !is_found[found.data[i]]);
    is_found[found.data[i]] = true;
  }
  for (uint32_t i = 0; i < count; i++)
    CHECK(is_found[i] == may_be(a, listed[i]));
  vec_free(&found);
}

// The tree finds what a look at every state finds.
static void random_against_all(void **unused) {
  terms *tt = terms_new();
  uint64_t seed = 7;
  static uint32_t listed[STATES][VARIABLES + 1];
  asked_state a = {.tt = tt};
  a.open = term_variable(tt, "open", sort_bv(tt, BITS));
  for (uint32_t round = 0; round < ROUNDS; round++) {
    uint32_t count = small_random(&seed, STATES + 1), most = 1 + round % 5;
    listed_index *x = listed_index_new(tt);
    for (uint32_t i = 0; i < count; i++) {
      choose_values(&seed, listed[i], most);
      add_state(x, tt, listed[i]);
    }
    listed_index_build(x);
    for (uint32_t i = 0; i < ASKED; i++) {
      choose_values(&seed, a.given, most);
      for (uint32_t v = 1; v <= VARIABLES; v++)
        a.is_open[v] = small_random(&seed, 5) == 0;
      check_found(x, &a, listed, count);
    }
    listed_index_free(x);
  }
  terms_free(tt);
}

// One that says x = 1 and x = 2 is in no state, and may be found or not.
static void contradictions_do_no_harm(void **unused) {
  terms *tt = terms_new();
  listed_index *x = listed_index_new(tt);
  term one = term_bv(tt, BITS, 1), two = term_bv(tt, BITS, 2);
  for (uint32_t i = 0; i < STATES; i++)
    listed_index_add(x, (listed_value[]){{1, one}, {1, two}}, 2);
  listed_index_add(x, (listed_value[]){{1, two}}, 1);
  listed_index_build(x);
  asked_state a = {.tt = tt, .given = {0, 2}};
  listed_numbers found = {0};
  listed_index_find(x, look, &a, &found);
  CHECK(found.len == 1 && found.data[0] == STATES);
  vec_free(&found);
  listed_index_free(x);
  terms_free(tt);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_against_all),
      cmocka_unit_test(contradictions_do_no_harm)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
