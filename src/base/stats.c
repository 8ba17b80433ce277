// SPDX-License-Identifier: Apache-2.0
// The rows of stats.def as a table of offsets, printed as text and as JSON.
#include "base/stats.h"

#include <assert.h>
#include <inttypes.h>
#include <stddef.h>
#include <string.h>

#include "base/limits.h"

typedef struct {
  const char *name, *help;
  size_t offset; // in stats
  bool is_timer;
} row;

static const row ROWS[] = {
#define COUNTER(id, text) {#id, text, offsetof(stats, id), false},
#define TIMER(id, text) {#id, text, offsetof(stats, id), true},
#include "base/stats.def"
};
enum { ROW_COUNT = sizeof ROWS / sizeof ROWS[0] };

static double timer_of(const stats *s, const row *r) {
  assert(r->is_timer);
  double seconds;
  memcpy(&seconds, (const char *)s + r->offset, sizeof seconds);
  return seconds;
}

static uint64_t counter_of(const stats *s, const row *r) {
  assert(!r->is_timer);
  uint64_t n;
  memcpy(&n, (const char *)s + r->offset, sizeof n);
  return n;
}

static bool is_zero(const stats *s, const row *r) {
  return r->is_timer ? !(timer_of(s, r) > 0) : counter_of(s, r) == 0;
}

// Wide enough for the longest name of the table.
static int name_width(void) {
  size_t width = 0;
  for (size_t i = 0; i < ROW_COUNT; i++)
    if (strlen(ROWS[i].name) > width)
      width = strlen(ROWS[i].name);
  return (int)width;
}

void stats_print(const stats *s, strbuf *out) {
  int width = name_width();
  for (const row *r = ROWS; r < ROWS + ROW_COUNT; r++) {
    if (is_zero(s, r))
      continue;
    strbuf_printf(out, "%-*s  ", width, r->name);
    if (r->is_timer)
      strbuf_printf(out, "%12.3f", timer_of(s, r));
    else
      strbuf_printf(out, "%12" PRIu64, counter_of(s, r));
    strbuf_printf(out, "  %s\n", r->help);
  }
}

void stats_print_json(const stats *s, strbuf *out) {
  strbuf_putc(out, '{');
  for (const row *r = ROWS; r < ROWS + ROW_COUNT; r++) {
    strbuf_printf(out, "%s\"%s\": ", r == ROWS ? "" : ", ", r->name);
    if (r->is_timer)
      strbuf_printf(out, "%.6f", timer_of(s, r));
    else
      strbuf_printf(out, "%" PRIu64, counter_of(s, r));
  }
  strbuf_putc(out, '}');
}

uint32_t stats_count(void) { return ROW_COUNT; }

const char *stats_name(uint32_t i) {
  assert(i < ROW_COUNT);
  return ROWS[i].name;
}

const char *stats_help(uint32_t i) {
  assert(i < ROW_COUNT);
  return ROWS[i].help;
}

double stats_value(const stats *s, uint32_t i) {
  assert(i < ROW_COUNT);
  const row *r = &ROWS[i];
  return r->is_timer ? timer_of(s, r) : (double)counter_of(s, r);
}

double timer_start(void) { return clock_now(); }

void timer_stop(double *sum, double start) {
  double passed = clock_now() - start;
  assert(passed >= 0); // the clock is monotonic
  *sum += passed;
}

void timer_note_longest(double *longest, double start) {
  double passed = clock_now() - start;
  assert(passed >= 0);
  if (passed > *longest)
    *longest = passed;
}
