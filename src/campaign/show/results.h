// SPDX-License-Identifier: Apache-2.0
// The rows of a campaign, and the files that show them.
#ifndef CAMPAIGN_SHOW_RESULTS_H
#define CAMPAIGN_SHOW_RESULTS_H

#include "campaign/folder.h"
#include "campaign/plan.h"
#include "campaign/store.h"

// One row per job that has a result, in the order of the plan.
typedef struct {
  VEC(record) rows;        // copies; texts and statistics are the owners'
  VEC(const task *) asked; // of each row
  string_list names;       // of all statistics, in the order of appearance
  uint32_t planned;        // runs of the campaign, with those still open
  const plan *plan;
  const configs *configs;
  const options *options;
} results;

// 'since': results of earlier starts of the campaign do not count.
void results_collect(results *r, const plan *p, const store *s, uint32_t since);
void results_clear(results *r);
// The value of a statistic; NAN: the run has none.
double results_statistic(const record *r, const char *name);

// Every form below is written as a whole or not at all.
bool results_write_all(const results *r, const folder *f, diag *d);
void results_print_jsonl(const results *r, strbuf *out);
void results_print_csv(const results *r, strbuf *out);
// BenchExec's format; one file for each configuration and repeat.
void results_print_xml(const results *r, const char *config, uint32_t repeat,
                       strbuf *out);
void results_print_page(const results *r, strbuf *out);
// A row per configuration, for the terminal.
void results_print_summary(const results *r, strbuf *out);
uint32_t results_count_wrong(const results *r);
// A line for each kind of error of each configuration: how many runs ended with
// it, and what the first one said.
void results_print_errors(const results *r, strbuf *out);

#endif
