// SPDX-License-Identifier: Apache-2.0
// Campaigns: many tasks, several configurations, results that survive.
#ifndef CAMPAIGN_CAMPAIGN_H
#define CAMPAIGN_CAMPAIGN_H

#include "base/options.h"
#include "base/strbuf.h"

// Exit statuses: those of the tool, as far as they fit.
enum {
  CAMPAIGN_GOOD = 0,
  CAMPAIGN_USAGE = 1,
  CAMPAIGN_INPUT = 2,
  CAMPAIGN_INCOMPLETE = 5, // interrupted, or the disk is full
  CAMPAIGN_INTERNAL = 6,
  CAMPAIGN_BAD = 10 // wrong answers; of a comparison: something was lost
};

typedef struct {
  strbuf text;   // for standard output
  strbuf errors; // for standard error
} campaign_output;

// 'wedge campaign INPUT...', or with a word first: 'diff A B',
// 'worker DIR'. Progress goes to standard error while it works.
int campaign_main(const options *o, campaign_output *out);

// Its parts.
int campaign_diff(const options *o, campaign_output *out);
int campaign_failed(const diag *d, campaign_output *out);

#endif
