// SPDX-License-Identifier: Apache-2.0
#include "domain/boxes.h"

#include <string.h>

#include "dividing.h"

enum { ROUNDS = 400 };

static void random_formulas(void **state) {
  CHECK(dividing_random(&boxes_backend, 1, ROUNDS, false) == ROUNDS);
  CHECK(dividing_random(&boxes_backend, 5000, ROUNDS, true) > ROUNDS / 4);
}

static void needles(void **state) { dividing_needles(&boxes_backend); }

static void floats(void **state) { dividing_floats(&boxes_backend); }

static void gives_up(void **state) { dividing_gives_up(&boxes_backend); }

static void stops(void **state) { dividing_stops(&boxes_backend); }

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_formulas), cmocka_unit_test(needles),
      cmocka_unit_test(floats),          cmocka_unit_test(gives_up),
      cmocka_unit_test(stops),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
