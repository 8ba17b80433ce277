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
//   readable.c  a proof that a person can read
//   evidence.c  a proof that a witness can say
//   deliver.c   the report and the files
//
// ask.c makes a run for each question about the properties of the program.
#ifndef DRIVER_RUN_H
#define DRIVER_RUN_H

#include "driver/pipeline.h"
#include "driver/portfolio.h"
#include "driver/rows.h"
#include "encode/constants.h"
#include "report/picture.h"
#include "result/contracts.h"
#include "result/verdicts.h"
#include "witness/witness.h"

// A program as the front end made it, for all questions about it.
typedef struct {
  terms *terms;
  program *program;
  int64_t depth; // to which recursive calls are unfolded
  uint32_t users;
} reading;

typedef struct {
  const env *env;
  double start_wall, start_cpu;
  uint32_t asked;   // the properties of this question; 0: all of the program's
  bool has_more;    // questions after it, about parts of this one, if need be
  reading *known;   // to be asked again, if it is deep enough; NULL: none
  reading *reading; // that 'original' was made from, or is; NULL: neither
  env search_env;   // of the search, whose limits may be less
  double hardest;   // question of the search (env.hardest)
  terms *terms;
  program *original;     // as the front end made it, asked for 'asked'
  program *sliced;       // NULL: not sliced
  constants *constants;  // of 'sliced'; NULL: none
  program *simplified;   // slice of the program with these; NULL: none
  program *blocks;       // NULL: not summarized
  contracted contracted; // what the original was closed from: then only a proof
                         // counts; without a program: it was not
  result *result;
  const row *row;           // that searches; its engine NULL: the schedule
  portfolio *portfolio;     // this, in other processes; NULL: none
  claim claim;              // of the one that was chosen there
  const verdicts *verdicts; // of all questions; NULL: there is this one
  const char *others;       // what engines that were not chosen came to
  double other_cpu;         // and what they cost
  bool is_internal_error;   // evidence was refuted
  uint32_t unreached;       // properties of which no execution gets to a place
  bool is_certified;
  strbuf certified; // who confirmed the answer
  bool has_pictures;
  picture pictures[2]; // of the original and the searched program
  bool has_witness;
  witness witness;
  strbuf no_witness; // why there is none
} run;

run run_start(const env *e);
// A run for another question, which counts from the start of 'first'.
run run_again(const run *first, const env *e, uint32_t asked, reading *known);
void run_forget(run *r); // everything but the start and the question
reading *reading_share(reading *r);
void reading_leave(reading *r); // r may be NULL
// The program that blocks are made from: the last one with its locations.
const program *run_statements(const run *r);
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
// What came out of it, also where another process has the answer.
claim search_claim(const run *r);
// Did the search end because calls were not unfolded far enough?
bool search_is_cut_short(const run *r);

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
// The same of whoever has the answer.
void deliver(run *r, const verdicts *all, outcome *out);
// What the answer adds to the report of another run: the evidence, into the
// verdicts of the properties that it is about.
void deliver_part(run *r, verdicts *all);
void deliver_part_own(const run *r, strbuf *bytes); // packed verdicts
void deliver_graph(run *r, outcome *out);           // --dump graph

#endif
