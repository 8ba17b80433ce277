// SPDX-License-Identifier: Apache-2.0
// What an engine found out, with its evidence.
#ifndef RESULT_RESULT_H
#define RESULT_RESULT_H

#include "base/limits.h"
#include "program/program.h"

typedef enum { VERDICT_UNKNOWN, VERDICT_TRUE, VERDICT_FALSE } verdict;
const char *verdict_name(verdict v); // "unknown", "true", "false"

// Evidence for false: what a run needs to be repeated. Inputs in the order in
// which program_run asks for them.
typedef struct {
  term input; // of the program
  value value;
} trace_input;
typedef struct {
  var variable;
  value value;
} trace_initial;
typedef struct {
  VEC(trace_initial) initial; // of variables whose initial value matters
  VEC(trace_input) inputs;
  uint64_t steps; // of the run, if the engine knows; 0: it does not
} trace;

// Evidence for true. Each label gives a location a formula over the program's
// variables; the labeled locations cut every cycle of the program's graph.
typedef enum {
  PROOF_INVARIANT, // the invariants are k-inductive together (k >= 1, counted
                   // in visits to labeled locations) and exclude all bad
                   // sinks
  PROOF_BOUNDED    // no path visits labeled locations more than k times, and
                   // none of these paths reaches a bad sink; the formulas are
                   // 'true' and only mark the locations
} proof_kind;
typedef struct {
  loc location;
  term invariant;
} proof_label;
typedef struct {
  proof_kind kind;
  uint32_t k;
  VEC(proof_label) labels;
  // Of an invariant proof by k-induction over simple paths, which do not come
  // back to a state: the variables that make up a state. None: over all paths.
  VEC(var) simple;
} proof;

typedef enum {
  UNKNOWN_NONE,
  UNKNOWN_TIME,
  UNKNOWN_MEMORY,
  UNKNOWN_INTERRUPTED,
  UNKNOWN_BOUND,       // the unwinding or recursion limit was hit
  UNKNOWN_UNSUPPORTED, // a construct was reached; see 'at'
  UNKNOWN_UNDEFINED,   // undefined behavior was reached; see 'at'
  UNKNOWN_SOLVER,
  UNKNOWN_CERTIFY, // not refuted, but not confirmed in time
  UNKNOWN_ENGINE   // the engine gave up; see the text
} unknown_kind;
const char *unknown_name(unknown_kind k); // "time", "memory", ...

// Whose answers a search relied on: others confirm what it found.
typedef enum { FINDER_NONE, FINDER_BITS, FINDER_Z3, FINDER_BOXES } finder_kind;
const char *finder_name(finder_kind f); // as --solver has it; NULL: nobody

typedef struct result {
  verdict verdict;
  program *about; // the program that the proof is about, if it is the original
                  // one with more variables (certify/extension.h); else NULL
  bool is_exhausted; // unknown, though no error is left: only what lies behind
                     // the bound is open
  bool sound, precise; // false: the engine cut a corner that way; the driver
                       // then refuses true (not sound) or false (not precise)
  const char *engine;  // its name
  finder_kind finder;
  uint32_t bound; // rounds completed without finding an error
  unknown_kind unknown;
  const char *reason; // of unknown, one line
  source_pos at;      // of the construct or loop that unknown speaks of
  proof proof;
  trace trace;
  const char *precision; // predicates, as a file for --precision-in; or NULL
  const char *art;       // the abstract reachability tree, Graphviz; or NULL
  arena *mem;            // owns texts and values
} result;

result *result_new(const char *engine);
void result_free(result *r);
result *result_unknown(result *r, unknown_kind kind, source_pos at,
                       const char *format, ...)
    __attribute__((format(printf, 4, 5))); // fills and returns r
// The same for an execution whose last edge leads to a sink that stands for
// what is not known.
result *result_stopped(result *r, const program *p, edge last);
unknown_kind unknown_of_limit(limit_kind kind);

#endif
