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
#include "result/verdicts.h"

enum { CLAIM_NOTE = 240 };

// What came out of an engine's search and the check of its answer.
typedef struct {
  verdict verdict;
  bool is_internal_error; // its answer did not stand up to the check
  bool is_cut_short;      // it, or the check, had too little time
  bool wants_deeper;      // calls should be unfolded further,
  bool is_exhausted;      // because so far down there is no error
  bool is_construct;      // an execution gets to what is not supported
  char note[CLAIM_NOTE];  // one line for people
  property_kind violated; // with false
  uint32_t unreached;     // with true: properties that no execution gets to
  char file[CLAIM_NOTE];  // where: of the error, or what unknown speaks of;
  uint32_t line, col;     // line 0: nowhere
} claim;

// What the process of a chosen engine is told when it reports.
typedef struct {
  bool is_part;           // of the report that another process makes
  const char *others;     // what the other engines came to, a line each
  const char *in_the_way; // constructs without a meaning that one of these got
                          // to, the first few; "": none
  double cpu;             // what they cost
  const verdicts *asked;  // of all questions; none: there was one question
} report_order;

// The two things that an engine's process does.
typedef struct {
  // 'e' has the limits of this engine.
  void (*search)(void *data, const row *by, const env *e, claim *out);
  // Only one that was chosen.
  void (*report)(void *data, const report_order *order, outcome *out);
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
// Ends all processes but the chosen one, which waits.
void portfolio_rest(portfolio *p);
// Lets the chosen one report; 'asked' is for its order. False: there is none
// that could.
bool portfolio_report(portfolio *p, const verdicts *asked, bool is_part,
                      outcome *out);
// One line on each engine that ended, the chosen one left out.
const char *portfolio_others(const portfolio *p);

#endif
