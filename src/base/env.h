// SPDX-License-Identifier: Apache-2.0
// What every stage gets: options, statistics, limits and a place to report
// progress. Passed explicitly; there are no globals.
#ifndef BASE_ENV_H
#define BASE_ENV_H

#include "base/board.h"
#include "base/limits.h"
#include "base/options.h"
#include "base/series.h"
#include "base/stats.h"

typedef struct env {
  const options *options;
  const options *given; // as the user gave them; NULL: the same
  stats *stats;
  limits limits;
  // Called with one line about the step just done ("bmc: 12 rounds, no
  // error"); may be NULL.
  void (*progress)(void *data, const char *line);
  void *progress_data;
  series *steps; // one sample for each of these lines; may be NULL
  // For tests: a generator of invariants that lies (domain/df.h); else NULL.
  const struct df_forgery *forgery;
  bool may_fork;   // the process is ours: engines may run beside each other
  board *board;    // what engines tell each other; NULL: nothing
  uint32_t column; // of ours there
  // Seconds until the hardest question so far was refuted: who must refute it
  // again knows how patient to be. NULL: nobody wants to know.
  double *hardest;
} env;

// A question that was asked at 'start' is refuted.
void env_note_refuted(const env *e, double start);
double env_hardest(const env *e); // 0: not known

void env_progress(const env *e, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
