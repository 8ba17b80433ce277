// SPDX-License-Identifier: Apache-2.0
#include "base/series.h"

#include "base/mem.h"
#include "unit.h"

// Whatever the number of steps, the samples are those of equal distance.
static void samples_are_evenly_spaced(void **state) {
  series s = {0};
  for (uint64_t step = 0; step < 10 * SERIES_MAX; step++) {
    series_add(&s, &(stats){.solver_calls = step});
    CHECK(s.steps == step + 1 && s.samples.len <= SERIES_MAX);
    CHECK(s.samples.len == (step / s.stride) + 1);
    for (uint32_t i = 0; i < s.samples.len; i += 37)
      CHECK(s.samples.data[i].stats.solver_calls == i * s.stride);
  }
  CHECK(s.stride > 1 && s.samples.len >= SERIES_MAX / 2);
  for (uint32_t i = 1; i < s.samples.len; i++)
    CHECK(s.samples.data[i].time >= s.samples.data[i - 1].time);
  series_free(&s);
  CHECK(mem_live() == 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(samples_are_evenly_spaced),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
