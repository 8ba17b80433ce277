// SPDX-License-Identifier: Apache-2.0
// What is known of one run: a line of a journal, a row of the results.
#ifndef CAMPAIGN_RECORD_H
#define CAMPAIGN_RECORD_H

#include "base/arena.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "campaign/value.h"
#include "report/writer.h"

// What one run may use. 0: no limit.
typedef struct {
  double wall, cpu; // seconds
  int64_t memory;   // MiB
} run_limits;

typedef struct {
  const char *name;
  double value;
} statistic;

// All texts live in the arena of the reader; none is NULL.
typedef struct {
  const char *key; // SHA-256 of what decides the answer: tool, options, inputs
  const char *task, *config;
  const char *category, *property, *expected, *subproperty;
  uint32_t repeat;     // from 0
  uint32_t generation; // the start of the campaign that made it, from 1
  uint32_t attempt;    // from 0; others were lost with their node
  run_limits limits;
  const char *verdict;  // "true", "false", "unknown" or "error"
  const char *violated; // the property, with "false"
  const char *reason;   // why not: "time", "memory", "signal", ...
  const char *text;     // the same in a line
  const char *engine, *confirmed;
  const char *report; // file with a page, below the output folder; or ""
  const char *host;
  int status;       // of the exit; of a signal: 128 and its number
  double wall, cpu; // seconds
  int64_t memory;   // bytes
  VEC(statistic) statistics;
} record;

void record_clear(record *r); // the list; texts are the arena's
void record_print(const record *r, json_writer *w);
void record_print_line(const record *r, strbuf *out); // JSON without line feed
// Appends the numbers of the member 'statistics', as reports have it, too.
void record_read_statistics(record *r, const json_value *v);
// False: 'v' is no record.
bool record_read(record *r, const json_value *v);

// A right or a wrong answer, or none: what SV-COMP scores.
typedef enum { MARK_CORRECT, MARK_WRONG, MARK_OPEN, MARK_UNRATED } record_mark;
record_mark record_rate(const record *r);
const char *record_mark_name(record_mark m); // "correct", ...
int record_score(const record *r);           // 2, 1, 0, -16, -32
bool record_is_answer(const record *r);      // true or false
bool record_is_stopped(const record *r);     // by a limit
bool record_is_lost(const record *r);        // with its worker
// May it stand for a run under these limits?
bool record_serves(const record *r, const run_limits *limits);

#endif
