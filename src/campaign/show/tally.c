// SPDX-License-Identifier: Apache-2.0
// Counts are kept by kind of result; the line of progress is written over the
// one before it where standard error is a terminal.
#include "campaign/show/tally.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/limits.h"

#define EVERY_TERMINAL 0.2 // seconds between two lines
#define EVERY_FILE 20.0

tally_kind tally_kind_of(const record *r) {
  if (record_rate(r) == MARK_WRONG)
    return TALLY_WRONG;
  if (strcmp(r->verdict, "true") == 0)
    return TALLY_TRUE;
  if (strcmp(r->verdict, "false") == 0)
    return TALLY_FALSE;
  return strcmp(r->verdict, "unknown") == 0 ? TALLY_UNKNOWN : TALLY_ERROR;
}

void tally_init(tally *t, uint32_t total, bool is_quiet) {
  *t = (tally){.total = total, .start = clock_now()};
  t->is_terminal = isatty(STDERR_FILENO);
  t->is_quiet = is_quiet;
  t->shown = t->start;
}

void tally_add(tally *t, tally_kind kind, bool is_reused) {
  assert(kind < TALLY_KINDS);
  t->counts[kind]++;
  t->reused += is_reused;
  t->done += !is_reused;
  assert(t->reused + t->done <= t->total);
}

static void print_duration(double seconds, strbuf *out) {
  assert(seconds >= 0);
  long s = (long)(seconds + 0.5);
  if (s < 120)
    strbuf_printf(out, "%ld s", s);
  else if (s < 7200)
    strbuf_printf(out, "%ld min", s / 60);
  else
    strbuf_printf(out, "%ld h %ld min", s / 3600, s / 60 % 60);
}

void tally_print(const tally *t, strbuf *out) {
  assert(t->reused + t->done <= t->total);
  uint32_t known = t->reused + t->done;
  double seconds = clock_now() - t->start;
  strbuf_printf(out, "%u/%u  true %u  false %u  unknown %u  error %u", known,
                t->total, t->counts[TALLY_TRUE], t->counts[TALLY_FALSE],
                t->counts[TALLY_UNKNOWN], t->counts[TALLY_ERROR]);
  if (t->counts[TALLY_WRONG])
    strbuf_printf(out, "  WRONG %u", t->counts[TALLY_WRONG]);
  if (t->reused)
    strbuf_printf(out, "  (%u known before)", t->reused);
  if (t->done && seconds > 0 && known < t->total) {
    double rate = t->done / seconds;
    strbuf_printf(out, "  %.2f/s  ", rate);
    print_duration((t->total - known) / rate, out);
    strbuf_puts(out, " to go");
  }
}

static void show(tally *t) {
  strbuf line = {0};
  tally_print(t, &line);
  dprintf(STDERR_FILENO, t->is_terminal ? "\r\033[K%s" : "wedge: %s\n",
          strbuf_text(&line));
  strbuf_free(&line);
  t->shown = clock_now();
}

void tally_show(tally *t) {
  assert(t->reused + t->done <= t->total);
  double pause = t->is_terminal ? EVERY_TERMINAL : EVERY_FILE;
  if (!t->is_quiet && clock_now() - t->shown >= pause)
    show(t);
}

void tally_end(tally *t) {
  if (!t->is_quiet && t->is_terminal)
    dprintf(STDERR_FILENO, "\r\033[K");
}
