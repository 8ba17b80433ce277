// SPDX-License-Identifier: Apache-2.0
// Progress and the hardest question of a run. A line of progress is formatted
// only if somebody listens.
#include "base/env.h"

void env_note_refuted(const env *e, double start) {
  timer_note_longest(&e->stats->time_hardest, start);
  if (e->hardest)
    timer_note_longest(e->hardest, start);
}

double env_hardest(const env *e) { return e->hardest ? *e->hardest : 0; }

void env_progress(const env *e, const char *format, ...) {
  if (e->steps)
    series_add(e->steps, e->stats);
  if (!e->progress)
    return; // nobody listens: do not even format
  strbuf line = {0};
  va_list args;
  va_start(args, format);
  strbuf_vprintf(&line, format, args);
  va_end(args);
  e->progress(e->progress_data, strbuf_text(&line));
  strbuf_free(&line);
}
