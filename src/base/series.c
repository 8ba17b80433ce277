// SPDX-License-Identifier: Apache-2.0
// Samples of the statistics, at most SERIES_MAX of them: when the series is
// full, every second sample is dropped and the distance between samples
// doubles, so the samples stay evenly spread over the whole run.
#include "base/series.h"

#include <assert.h>

#include "base/limits.h"
#include "base/mem.h"

// Every second sample goes; what is left are the multiples of the new stride.
static void thin_out(series *s) {
  assert(s->samples.len == SERIES_MAX);
  for (uint32_t i = 0; i < SERIES_MAX / 2; i++)
    s->samples.data[i] = s->samples.data[2 * i];
  s->samples.len = SERIES_MAX / 2;
  s->stride *= 2;
}

void series_add(series *s, const stats *now) {
  assert(s && now);
  double clock = clock_now();
  if (s->steps == 0) {
    s->start = clock;
    s->stride = 1;
  }
  uint64_t step = s->steps++;
  if (s->samples.len == SERIES_MAX)
    thin_out(s);
  if (step % s->stride == 0)
    vec_push(&s->samples,
             ((series_sample){clock - s->start, mem_live(), *now}));
}

void series_free(series *s) {
  vec_free(&s->samples);
  *s = (series){0};
}
