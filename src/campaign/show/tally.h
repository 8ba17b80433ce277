// SPDX-License-Identifier: Apache-2.0
// Counts of results, and the line of progress made of them.
#ifndef CAMPAIGN_SHOW_TALLY_H
#define CAMPAIGN_SHOW_TALLY_H

#include "campaign/record.h"

typedef enum {
  TALLY_TRUE, // correct, or nobody knows better
  TALLY_FALSE,
  TALLY_WRONG,
  TALLY_UNKNOWN,
  TALLY_ERROR,
  TALLY_KINDS
} tally_kind;

typedef struct {
  uint32_t counts[TALLY_KINDS];
  uint32_t total;  // runs of the campaign
  uint32_t reused; // known before
  uint32_t done;   // made in this start
  double start, shown;
  bool is_terminal, is_quiet;
} tally;

tally_kind tally_kind_of(const record *r);
void tally_init(tally *t, uint32_t total, bool is_quiet);
void tally_add(tally *t, tally_kind kind, bool is_reused);
// Rewrites a line on a terminal; elsewhere writes one now and then.
void tally_show(tally *t);
void tally_end(tally *t); // leaves the terminal's line
void tally_print(const tally *t, strbuf *out);

#endif
