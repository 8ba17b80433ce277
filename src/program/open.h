// SPDX-License-Identifier: Apache-2.0
// Calls of recursive functions that were left open.
//
// A front end that leaves calls open makes a program in several parts. The
// entry's input 'choice' selects one: 0 is the program as it starts; k + 1 is
// the body of function k, on its own, for whatever it may be called with. In
// all parts a call of such a function ends at a location without a way on, and
// so does each return of a body, and the place where a body has its parameters.
//
// What such a program means: a stack of calls, each with private variables of
// its own (VAR_PRIVATE), over one set of shared ones. It begins with a call of
// part 0, whose private variables have any values. The topmost call follows
// the edges of its part.
//  - At an open call of function k it waits, and a call of part k + 1 begins:
//    the first edge that this one takes has the values of at_call for the
//    inputs of the parameters.
//  - At the 'at' of a function it goes on at 'to'.
//  - At a return the topmost call ends. The one that waited takes 'way', whose
//    inputs have the values of at_return, and goes on at its 'to'.
// src/contract closes open ends to search for a proof: calls by what the
// function is known to do, returns by the question whether it did. src/certify
// does so again to judge it, and says what has to be true of the parts for that
// (certify/contract/parts.h).
//
// Globals that a function reads are parameters, those that it writes are
// results.
#ifndef PROGRAM_OPEN_H
#define PROGRAM_OPEN_H

#include "program/program.h"

typedef struct {
  const char *name; // for people; NULL: not known
  var at_start;     // of the body: what it was called with
  var at_call;      // the same at a call of it
  term input;       // that gives the parameter of the body its value;
  var global;       // or the variable that it is the value of
} open_parameter;

typedef struct {
  const char *name;
  var at_return; // of the body: what it came to
  var global;    // the variable that it is the value of; VAR_NONE: returned
} open_result;

typedef struct {
  const char *name;
  source_pos pos;
  loc at, to; // from where the body's parameters are set, to its first block
  const open_parameter *parameters;
  const open_result *results;
  uint32_t parameter_count, result_count;
} open_function;

typedef struct {
  uint32_t function; // index
  loc at, to;        // from where the parameters are set, to behind the call
  block way;         // inputs: the results, in their order; no condition
  source_pos pos;
} open_call;

typedef struct {
  uint32_t function; // index
  loc at, to;        // from where the results are set, to the end
  source_pos pos;
} open_return;

typedef struct {
  // Asked for: functions whose calls are all left open, recursive or not.
  VEC(const char *) wanted;
  arena *mem; // of all arrays
  VEC(open_function) functions;
  VEC(open_call) calls;
  VEC(open_return) returns;
  term choice; // 32 bits
  loc error;   // sink
} open_calls;

void open_calls_clear(open_calls *o);

#endif
