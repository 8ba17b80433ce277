// SPDX-License-Identifier: Apache-2.0
// Schedules for any number of lanes: no lane is empty, nobody is forgotten.
#include "driver/schedule.h"

#include "driver/features.h"
#include "unit.h"

static const uint32_t FEATURES[] = {0,
                                    FEATURE_LOOPS,
                                    FEATURE_LARGE,
                                    FEATURE_MODES,
                                    FEATURE_MODES | FEATURE_ARRAYS,
                                    FEATURE_PRODUCTS};
enum { FEATURE_SETS = sizeof FEATURES / sizeof *FEATURES };

static uint32_t length(const schedule *s, uint32_t lane) {
  uint32_t n = 0;
  while (s->of[lane][n].row != ENGINE_AUTO) {
    CHECK(s->of[lane][n].share > 0 && s->of[lane][n].share <= 1);
    n++;
  }
  return n;
}

static bool has(const schedule *s, engine_word word) {
  bool found = false;
  for (uint32_t l = 0; l < s->lanes; l++)
    for (uint32_t i = 0; i < length(s, l); i++)
      found |= s->of[l][i].row == word;
  return found;
}

static void every_lane_has_all_of_its_time(void **state) {
  for (uint32_t f = 0; f < FEATURE_SETS; f++)
    for (uint32_t lanes = 1; lanes <= SCHEDULE_MOST_LANES; lanes++) {
      schedule s = schedule_make(lanes, FEATURES[f]);
      CHECK(s.lanes == lanes);
      for (uint32_t l = 0; l < lanes; l++) {
        uint32_t n = length(&s, l);
        bool is_quick = s.of[l][n - 1].row == ENGINE_DF; // the lane ends early
        CHECK(n > 0 && (is_quick || s.of[l][n - 1].share >= 1));
      }
    }
}

static void everybody_has_a_turn(void **state) {
  static const engine_word ALL[] = {
      ENGINE_BMC,     ENGINE_KINDUCTION, ENGINE_IMC,       ENGINE_DF,
      ENGINE_PREDABS, ENGINE_SUMS,       ENGINE_SPLITTING, ENGINE_CELLS,
      ENGINE_BOXES,   ENGINE_EXPLICIT};
  for (uint32_t f = 0; f < FEATURE_SETS; f++)
    for (uint32_t lanes = 1; lanes <= SCHEDULE_MOST_LANES; lanes++) {
      schedule s = schedule_make(lanes, FEATURES[f]);
      for (size_t i = 0; i < sizeof ALL / sizeof *ALL; i++)
        CHECK(has(&s, ALL[i]));
    }
}

static void products_begin_with_induction(void **state) {
  schedule s = schedule_make(2, FEATURE_LOOPS | FEATURE_PRODUCTS);
  CHECK(s.of[1][0].row == ENGINE_KINDUCTION);
}

static void modes_with_arrays_go_on_with_predicates(void **state) {
  schedule s = schedule_make(2, FEATURE_MODES | FEATURE_ARRAYS);
  CHECK(s.of[1][0].row == ENGINE_EXPLICIT);
  CHECK(s.of[1][1].row == ENGINE_PREDABS);
}

static void lanes_are_as_asked(void **state) {
  options o;
  options_init(&o);
  CHECK(schedule_lanes(&o) >= 2 && schedule_lanes(&o) <= SCHEDULE_MOST_LANES);
  o.cpu_time = 10;
  CHECK(schedule_lanes(&o) == 2);
  o.jobs = 5;
  CHECK(schedule_lanes(&o) == 5);
  options_free(&o);
}

static engine_word take(schedule_turns *t, const limits *all, double *seconds) {
  limits its;
  const schedule_entry *e = schedule_take(t, all, &its);
  *seconds = its.deadline > 0 ? limits_left(&its) : 0;
  return e->row;
}

// Without an end: those that were cut short, with twice the time.
static void rounds_grow(void **state) {
  static const schedule_entry LANE[] = {{ENGINE_DF, 0.1},
                                        {ENGINE_EXPLICIT, 0.5},
                                        {ENGINE_IMC, 1},
                                        {ENGINE_AUTO, 0}};
  limits all = {0};
  double first, later;
  schedule_turns t = schedule_begin(LANE, &all);
  CHECK(take(&t, &all, &first) == ENGINE_DF);
  CHECK(take(&t, &all, &first) == ENGINE_EXPLICIT);
  schedule_note_cut_short(&t);
  CHECK(take(&t, &all, &later) == ENGINE_IMC && later > 1.9 * first);
  for (int i = 0; i < 3; i++) {
    CHECK(take(&t, &all, &later) == ENGINE_EXPLICIT && later > 1.9 * first);
    schedule_note_cut_short(&t);
    first = later;
  }
  CHECK(take(&t, &all, &later) == ENGINE_EXPLICIT);
  CHECK(schedule_peek(&t) == NULL); // it gave up by itself
}

// With one, everybody has one turn; who is alone has all of the time.
static void turns_end(void **state) {
  static const schedule_entry LANE[] = {
      {ENGINE_DF, 0.5}, {ENGINE_IMC, 1}, {ENGINE_AUTO, 0}};
  limits all = limits_within(&(limits){0}, 100), none = {0};
  double seconds;
  schedule_turns t = schedule_begin(LANE, &all);
  CHECK(take(&t, &all, &seconds) == ENGINE_DF && seconds < 51);
  schedule_note_cut_short(&t);
  CHECK(take(&t, &all, &seconds) == ENGINE_IMC && seconds > 90);
  schedule_note_cut_short(&t);
  CHECK(schedule_peek(&t) == NULL);
  t = schedule_begin(LANE + 1, &none);
  CHECK(take(&t, &none, &seconds) == ENGINE_IMC && seconds == 0);
  CHECK(schedule_peek(&t) == NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_lane_has_all_of_its_time),
      cmocka_unit_test(everybody_has_a_turn),
      cmocka_unit_test(products_begin_with_induction),
      cmocka_unit_test(modes_with_arrays_go_on_with_predicates),
      cmocka_unit_test(lanes_are_as_asked),
      cmocka_unit_test(rounds_grow),
      cmocka_unit_test(turns_end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
