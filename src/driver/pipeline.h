// SPDX-License-Identifier: Apache-2.0
// A whole run as one function: files in, certified answer out.
#ifndef DRIVER_PIPELINE_H
#define DRIVER_PIPELINE_H

#include "base/env.h"
#include "base/diag.h"
#include "base/strbuf.h"
#include "result/result.h"

typedef struct {
  int status;     // exit status: 0 true, 10 false, 5 unknown, 1, 2 or 6
  verdict verdict;
  strbuf text;    // for standard output
  strbuf errors;  // for standard error
} outcome;

// Never prints and never exits. Writes the files that options ask for.
void pipeline_run(const env *e, outcome *out);
void outcome_free(outcome *out);

#endif
