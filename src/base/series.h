// SPDX-License-Identifier: Apache-2.0
// How the statistics grew: a sample per step of progress, for plots.
#ifndef BASE_SERIES_H
#define BASE_SERIES_H

#include <stddef.h>

#include "base/stats.h"
#include "base/vec.h"

// More points than a plot has columns are not worth their memory.
enum { SERIES_MAX = 512 };

typedef struct {
  double time;   // seconds since the first call
  size_t memory; // bytes of our own that were live
  stats stats;
} series_sample;

// A zeroed series is empty. Keeps every stride-th of all steps, where the
// stride doubles as often as the samples would become too many.
typedef struct series {
  double start;
  uint64_t steps; // in all
  uint64_t stride;
  VEC(series_sample) samples;
} series;

void series_add(series *s, const stats *now);
void series_free(series *s);

#endif
