// SPDX-License-Identifier: Apache-2.0
// What a native run must be given so that it follows a trace.
//
// A trace lists inputs one after the other. Outside, they come from different
// places: each external function returns its own values one by one, extern
// variables and arguments have one value, and some things (a variable nobody
// initialized, what scanf stored) cannot be set at all. A script sorts the
// inputs by place, and knows by trial whether the error is still reached when
// what cannot be set has whatever value it will have.
#ifndef CERTIFY_EXECUTION_SCRIPT_H
#define CERTIFY_EXECUTION_SCRIPT_H

#include "base/env.h"
#include "base/strbuf.h"
#include "program/program.h"
#include "result/result.h"

// One external function, extern variable or argument.
typedef struct {
  const char *name;
  type_info type;
  sort sort;
  VEC(value) values; // of a function: in the order of its calls; else one
  uint32_t next;     // value to be given, during a trial
} script_source;

typedef VEC(script_source) script_sources;

// How locals without initializer are filled (clang's option
// -ftrivial-auto-var-init).
typedef enum {
  FILL_ANY, // they do not matter
  FILL_ZERO,
  FILL_PATTERN // every bit set with --32, every other one with --64
} script_fill;

typedef struct {
  const program *program;
  const env *env;
  script_sources calls, globals, arguments;
  script_fill fill;
  bool has_heap; // the path depends on new memory: it must be zero
  // Everything the path depends on is set, so a native run that misses the
  // error refutes the trace.
  bool is_exact;
  bool is_main;    // the entry is main; 'arguments' are argc, argv, ...
  bool is_alone;   // the trace has no values
  uint32_t argc;   // that main is run with
  uint64_t budget; // of steps in a trial
  edge error;      // the last step
  arena *mem;
} script;

// False: 'why' says what cannot be set from outside. To be cleared in either
// case.
bool script_init(script *s, const env *e, const program *p, const trace *t,
                 strbuf *why);
void script_clear(script *s);

const script_source *script_find(const script_sources *list, const char *name);

// "a.b", "a[3]": a part of an extern object; cannot be set by itself.
bool script_is_part(const char *name);
// Whether the program has CBMC's words: a native run answers its questions
// about memory as well as it can.
bool script_has_dialect(const script *s);

#endif
