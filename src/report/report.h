// SPDX-License-Identifier: Apache-2.0
// The answer, for people and for programs.
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include "base/env.h"
#include "base/strbuf.h"
#include "program/program.h"
#include "result/result.h"
#include "result/verdicts.h"

typedef struct {
  const env *env;
  const program *program;
  const result *result;
  const char *certified;    // who confirmed the answer; NULL: nobody
  const verdicts *verdicts; // of all properties; NULL: one was asked for
  const char *others;       // what other engines came to, a line each; or NULL
  const char *witness;      // what came of the witness to be checked; or NULL
  bool is_defect;           // the engine's answer did not stand up to its check
  double wall, cpu;         // seconds so far
  // For a page:
  const program *searched;        // what the engine worked on; or NULL
  const struct picture *pictures; // of 'program' and 'searched'; or NULL
} report_input;

// What an answer adds to the report of another question: the evidence as text,
// as a value of JSON and as a result of SARIF; empty: nothing.
void report_part(const report_input *in, strbuf *shown, strbuf *json,
                 strbuf *sarif);
void report_text(const report_input *in, strbuf *out);
void report_json(const report_input *in, strbuf *out);
void report_sarif(const report_input *in, strbuf *out);
void report_html(const report_input *in, strbuf *out);
void report_summary(const report_input *in, strbuf *out); // Markdown

// A run without an answer: a command line or an input that is not understood,
// or a defect of the tool. 'status' is that of its exit.
void report_failure_sarif(const options *o, const diag *d, int status,
                          strbuf *out);
void report_failure_summary(const options *o, const diag *d, strbuf *out);

#endif
