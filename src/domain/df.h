// SPDX-License-Identifier: Apache-2.0
// DF, the data-flow analysis that runs beside an engine and publishes ever
// stronger invariants.
//
// It works in a thread of its own on a private copy of the program. Round by
// round it analyzes the whole program anew, each time more precisely, and
// publishes what it found: one formula per location, and all of them together
// are inductive over the edges of the program (the entry is 'true'). A reader
// gets the newest publication, in its own table of terms.
//
// All functions but df_published and df_has_finished are for the thread that
// called df_start.
#ifndef DOMAIN_DF_H
#define DOMAIN_DF_H

#include "base/env.h"
#include "program/program.h"

typedef struct df df;

// p is copied before the call returns. Ends by itself when --df-time is over,
// a limit of e is hit, or nothing more is to be gained.
df *df_start(const env *e, const program *p);
// Asks it to stop, waits until it did, adds its statistics to e's, frees it.
void df_stop(df *d); // d may be NULL

uint64_t df_published(df *d); // rounds published so far; any thread
bool df_has_finished(df *d);  // no further round will come; any thread
// The newest publication, over the variables of p, which t must have by the
// same names: out[id of a location] is 'true' where nothing is known and
// 'false' where the location is not reachable. Returns its round; 0: there is
// none, and all is 'true'.
uint64_t df_read(df *d, terms *t, term *out);
// Waits: returns when that many rounds are published or so many seconds
// are over, whatever comes first, or when DF has finished.
void df_wait(df *d, double seconds, uint64_t rounds);
// The head start that --df-wait and --df-wait-rounds ask for.
void df_head_start(df *d);

// For tests: an env with a forgery makes DF publish what it says instead of the
// honest formula. Called in DF's thread with the table the formulas belong to.
struct df_forgery {
  term (*forge)(void *data, terms *t, loc at, term honest);
  void *data;
};

#endif
