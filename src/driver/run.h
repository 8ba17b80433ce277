// SPDX-License-Identifier: Apache-2.0
// What the stages of one run hand to each other. Internal to driver.
//
// Each stage fills its part and looks at the parts before it; run_forget lets
// go of all of them. The stages, in the order of pipeline_run:
//
//   prepare.c   files -> program -> slice -> blocks, and their pictures
//   search.c    engines: a claim with evidence
//   conclude.c  the judge: an answer
//   deepen.c    the above again, for calls that were not unfolded far enough
//   evidence.c  a proof that a witness can say
//   deliver.c   the report and the files
#ifndef DRIVER_RUN_H
#define DRIVER_RUN_H

#include "driver/pipeline.h"
#include "driver/portfolio.h"
#include "driver/rows.h"
#include "report/picture.h"
#include "result/contracts.h"
#include "witness/witness.h"

typedef struct {
  const env *env;
  double start_wall, start_cpu;
  double hardest; // question of the search (env.hardest)
  terms *terms;
  program *original;     // as the front end made it
  program *sliced;       // NULL: not sliced
  program *blocks;       // NULL: not summarized
  contracted contracted; // what the original was closed from: then only a proof
                         // counts; without a program: it was not
  result *result;
  const row *row;         // that searches; its engine NULL: the schedule
  portfolio *portfolio;   // this, in other processes; NULL: none
  claim claim;            // of the one that was chosen there
  const char *others;     // what engines that were not chosen came to
  double other_cpu;       // and what they cost
  bool is_internal_error; // evidence was refuted
  bool is_certified;
  strbuf certified; // who confirmed the answer
  bool has_pictures;
  picture pictures[2]; // of the original and the searched program
  bool has_witness;
  witness witness;
  strbuf no_witness; // why there is none
} run;

run run_start(const env *e);
void run_forget(run *r); // everything but the start
// The program that engines search: the last one that was made.
const program *run_searched(const run *r);
// Unknown, without a search.
void run_unknown(run *r, unknown_kind kind, source_pos at, const char *reason);

// --- prepare.c ---------------------------------------------------------------
// False: 'd' says why.
bool prepare_read(run *r, diag *d);
// The program with contracts in place of recursive calls. False: there are none
// that could have one.
bool prepare_with_contracts(run *r, diag *d);
bool prepare_blocks(run *r); // false: a limit was hit
void prepare_pictures(run *r);

// --- search.c ----------------------------------------------------------------
void search_alone(run *r); // by the row of the run; no check
// By the row or the schedule, with the check of what was found.
void search_answer(run *r);
// Did the search end because calls were not unfolded far enough?
bool search_is_cut_short(const run *r);
verdict search_verdict(const run *r);

// --- conclude.c --------------------------------------------------------------
// Turns the claim in r->result into an answer, or unknown.
void conclude(run *r);

// --- deepen.c ----------------------------------------------------------------
// All stages up to the answer, as 'attempt' has them, as deep as it takes.
// False: there is nothing to report. 'o' are the options of r's env, 'share' an
// env that has to live as long as the run.
typedef bool (*deepen_attempt)(run *r, diag *d, outcome *out);
bool deepen(run *r, options *o, env *share, deepen_attempt attempt,
            outcome *out);

// --- deliver.c ---------------------------------------------------------------
// A witness for the answer, if one is asked for: before the report.
void deliver_witness(run *r);
void deliver_report(run *r, outcome *out); // text, and the report's files
void deliver_own(run *r, outcome *out);    // all of these, of one engine
void deliver(run *r, outcome *out);        // the same of whoever has the answer
void deliver_graph(run *r, outcome *out);  // --dump graph

#endif
