// SPDX-License-Identifier: Apache-2.0
// Engines side by side, each in a process of its own.
//
// The program has been read and made ready; every engine's process begins as a
// copy of ours. The first certified verdict ends the others. A crash, an
// exhausted memory or a failed check of one engine takes nothing away from the
// answer of another.
#ifndef DRIVER_PORTFOLIO_H
#define DRIVER_PORTFOLIO_H

#include "driver/pipeline.h"
#include "driver/rows.h"
#include "driver/schedule.h"

enum { CLAIM_NOTE = 240 };

// What came out of an engine's search and the check of its answer.
typedef struct {
  verdict verdict;
  bool is_internal_error; // its answer did not stand up to the check
  bool is_cut_short;      // it, or the check, had too little time
  bool wants_deeper;      // calls should be unfolded further,
  bool is_exhausted;      // because so far down there is no error
  char note[CLAIM_NOTE];  // one line for people
} claim;

// The two things that an engine's process does.
typedef struct {
  // 'e' has the limits of this engine.
  void (*search)(void *data, const row *by, const env *e, claim *out);
  // Only one that was chosen: 'others' tells what the other engines came to,
  // a line each, and 'cpu' what they cost.
  void (*report)(void *data, const char *others, double cpu, outcome *out);
  void *data;
} portfolio_work;

typedef struct portfolio portfolio;

// Starts the first engines of the schedule.
portfolio *portfolio_start(const env *e, const schedule *s,
                           const portfolio_work *work);
// Ends and reaps all processes.
void portfolio_stop(portfolio *p);

// Waits for a verdict, or for the end of all engines. Chooses one.
claim portfolio_choose(portfolio *p);
// Lets the chosen one report. False: there is none that could.
bool portfolio_report(portfolio *p, outcome *out);
// One line on each engine that ended, the chosen one left out.
const char *portfolio_others(const portfolio *p);

#endif
