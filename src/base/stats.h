// SPDX-License-Identifier: Apache-2.0
// The statistics of a run: a struct made from the rows of stats.def.
#ifndef BASE_STATS_H
#define BASE_STATS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"

typedef struct {
#define COUNTER(id, help) uint64_t id;
#define TIMER(id, help) double id; // seconds
#include "base/stats.def"
} stats;

// 'name  value  help' per row; rows that are zero are left out.
void stats_print(const stats *s, strbuf *out);
void stats_print_json(const stats *s, strbuf *out); // one JSON object

// The rows one by one, for those who print them in their own way.
uint32_t stats_count(void);
const char *stats_name(uint32_t row);
const char *stats_help(uint32_t row);
double stats_value(const stats *s, uint32_t row);

// Adds the time between the two calls:
//   double start = timer_start(); ...; timer_stop(&env->stats->solve, start);
double timer_start(void);
void timer_stop(double *sum, double start);
void timer_note_longest(double *longest, double start);

#endif
