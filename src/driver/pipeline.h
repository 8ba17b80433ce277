// SPDX-License-Identifier: Apache-2.0
// A whole run as one function: files in, certified answer out.
#ifndef DRIVER_PIPELINE_H
#define DRIVER_PIPELINE_H

#include "base/diag.h"
#include "base/env.h"
#include "base/strbuf.h"
#include "result/result.h"
#include "result/verdicts.h"

// The answer as an exit status: a promise to scripts, and to wedge.h.
enum {
  STATUS_TRUE = 0,
  STATUS_USAGE = 1,
  STATUS_INPUT = 2,
  STATUS_UNKNOWN = 5,
  STATUS_INTERNAL = 6,
  STATUS_FALSE = 10
};

typedef struct {
  int status; // one of the above
  verdict verdict;
  strbuf text;       // for standard output
  strbuf errors;     // for standard error
  verdicts verdicts; // of each property; none: the program was not read
} outcome;

// The env of a run that starts now: limits and pointers as the options say.
// Both arguments must outlive it.
env pipeline_env(const options *o, stats *s);

// What a command does, in the worker: never prints and never exits.
typedef void (*command_run)(const env *e, outcome *out);

// The command without a name: verify the inputs. Writes the files that options
// ask for.
void pipeline_run(const env *e, outcome *out);

// What is known of a run that was stopped from outside.
typedef struct {
  limit_kind limit;    // why
  const char *reached; // how far it had come; may be empty
  double wall, cpu;    // seconds used
} stopped_run;
// Its answer: unknown, reported like any other.
void pipeline_stopped(const env *e, const stopped_run *stop, outcome *out);

// How deep recursive calls are unfolded first, and how many times deeper then.
enum { RECURSION_FIRST = 5, RECURSION_FACTOR = 3 };

// The outcome of a command line or an input that is not understood, or of a
// defect; with the files that can tell of it (--sarif, --summary).
void outcome_of_diag(const options *o, const diag *d, outcome *out);
// A file the user asked for ("-": standard output). Its failure does not change
// the verdict's text, but a script must see it: the status becomes that of a
// wrong usage.
void outcome_write_file(const char *path, const strbuf *text, outcome *out);
void outcome_append_file(const char *path, const strbuf *text, outcome *out);
void outcome_free(outcome *out);

#endif
