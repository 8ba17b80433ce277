// SPDX-License-Identifier: Apache-2.0
// A record is written and read by one table of its texts, so that the two
// agree; the end of the file rates a record against the expected verdict.
#include "campaign/record.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

void record_clear(record *r) { vec_free(&r->statistics); }

// --- writing and reading ----------------------------------------------------

// The texts and their names, in the order in which they are written.
#define TEXT(field)                                                            \
  { #field, offsetof(record, field) }
static const struct {
  const char *name;
  size_t offset;
} TEXTS[] = {TEXT(key),       TEXT(task),     TEXT(config),      TEXT(category),
             TEXT(property),  TEXT(expected), TEXT(subproperty), TEXT(verdict),
             TEXT(violated),  TEXT(reason),   TEXT(text),        TEXT(engine),
             TEXT(confirmed), TEXT(report),   TEXT(host)};
#undef TEXT
enum { TEXT_COUNT = sizeof TEXTS / sizeof *TEXTS };

static void print_limits(const run_limits *l, json_writer *w) {
  assert(l->wall >= 0 && l->cpu >= 0 && l->memory >= 0);
  json_begin(w, "limits", '{');
  json_real(w, "wall", l->wall);
  json_real(w, "cpu", l->cpu);
  json_int(w, "memory", l->memory);
  json_end(w, '}');
}

void record_print(const record *r, json_writer *w) {
  assert(r->key != NULL && r->task != NULL && r->config != NULL);
  json_begin(w, NULL, '{');
  for (size_t i = 0; i < TEXT_COUNT; i++)
    json_string(w, TEXTS[i].name,
                *(const char *const *)((const char *)r + TEXTS[i].offset));
  json_int(w, "repeat", r->repeat);
  json_int(w, "generation", r->generation);
  json_int(w, "attempt", r->attempt);
  print_limits(&r->limits, w);
  json_int(w, "status", r->status);
  json_real(w, "wall", r->wall);
  json_real(w, "cpu", r->cpu);
  json_int(w, "memory", r->memory);
  json_begin(w, "statistics", '{');
  for (uint32_t i = 0; i < r->statistics.len; i++)
    json_real(w, r->statistics.data[i].name, r->statistics.data[i].value);
  json_end(w, '}');
  json_end(w, '}');
}

void record_print_line(const record *r, strbuf *out) {
  json_writer w = {.out = out, .is_inside_page = true};
  record_print(r, &w);
}

void record_read_statistics(record *r, const json_value *v) {
  const json_value *list = value_get(v, "statistics");
  for (const json_value *s = list ? list->first : NULL; s; s = s->next)
    if (s->kind == VALUE_NUMBER && s->key)
      vec_push(&r->statistics, ((statistic){s->key, s->number}));
}

bool record_read(record *r, const json_value *v) {
  *r = (record){0};
  if (!v || v->kind != VALUE_OBJECT)
    return false;
  for (size_t i = 0; i < TEXT_COUNT; i++)
    *(const char **)((char *)r + TEXTS[i].offset) =
        value_text(v, TEXTS[i].name, "");
  const json_value *limits = value_get(v, "limits");
  r->repeat = (uint32_t)value_number(v, "repeat", 0);
  r->generation = (uint32_t)value_number(v, "generation", 0);
  r->attempt = (uint32_t)value_number(v, "attempt", 0);
  r->limits = (run_limits){value_number(limits, "wall", 0),
                           value_number(limits, "cpu", 0),
                           (int64_t)value_number(limits, "memory", 0)};
  r->status = (int)value_number(v, "status", 0);
  r->wall = value_number(v, "wall", 0);
  r->cpu = value_number(v, "cpu", 0);
  r->memory = (int64_t)value_number(v, "memory", 0);
  record_read_statistics(r, v);
  return *r->task && *r->config && *r->verdict;
}

// --- rating -----------------------------------------------------------------

static bool is(const char *a, const char *b) { return strcmp(a, b) == 0; }

bool record_is_answer(const record *r) {
  return is(r->verdict, "true") || is(r->verdict, "false");
}

bool record_is_stopped(const record *r) {
  return is(r->reason, "time") || is(r->reason, "cpu-time") ||
         is(r->reason, "memory");
}

bool record_is_lost(const record *r) { return is(r->reason, "infrastructure"); }

// 'false' for another part of the property than the one expected is wrong.
static bool is_as_expected(const record *r) {
  if (!is(r->verdict, r->expected))
    return false;
  bool can_tell = is(r->verdict, "false") && *r->subproperty && *r->violated;
  return !can_tell || is(r->subproperty, r->violated);
}

record_mark record_rate(const record *r) {
  assert(r->verdict != NULL && r->expected != NULL);
  if (!record_is_answer(r))
    return MARK_OPEN;
  if (!*r->expected)
    return MARK_UNRATED;
  return is_as_expected(r) ? MARK_CORRECT : MARK_WRONG;
}

const char *record_mark_name(record_mark m) {
  static const char *const NAMES[] = {"correct", "wrong", "open", "unrated"};
  assert(m <= MARK_UNRATED);
  return NAMES[m];
}

int record_score(const record *r) {
  bool says_true = is(r->verdict, "true");
  switch (record_rate(r)) {
  case MARK_CORRECT:
    return says_true ? 2 : 1;
  case MARK_WRONG:
    return says_true ? -32 : -16;
  case MARK_OPEN:
  case MARK_UNRATED:
    break;
  }
  return 0;
}

static bool is_within(double used, double limit) {
  assert(used >= 0 && limit >= 0);
  return limit <= 0 || used <= limit;
}

static bool is_same(double a, double b) { return fabs(a - b) < 1e-9; }

// An answer is one under any limits that it kept to. Whatever else came of the
// run may have to do with the limits, so only the same ones will do.
bool record_serves(const record *r, const run_limits *l) {
  if (is_same(r->limits.wall, l->wall) && is_same(r->limits.cpu, l->cpu) &&
      r->limits.memory == l->memory)
    return true;
  return record_is_answer(r) && is_within(r->wall, l->wall) &&
         is_within(r->cpu, l->cpu) &&
         is_within((double)r->memory / (1 << 20), (double)l->memory);
}
