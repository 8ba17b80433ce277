// SPDX-License-Identifier: Apache-2.0
// The judge: re-checks what an engine says, knowing no engine.
//
// Works on the original program, builds its own path formulas in a term table
// that does not simplify, and asks another solver than the finder's.
#ifndef CERTIFY_CERTIFY_H
#define CERTIFY_CERTIFY_H

#include "base/env.h"
#include "program/program.h"
#include "result/contracts.h"
#include "result/result.h"

typedef enum {
  CERTIFY_OK,
  CERTIFY_REFUTED, // the evidence is wrong: an internal error (status 6)
  CERTIFY_GAVE_UP  // limits, or the checking solver said unknown
} certify_status;

typedef struct {
  certify_status status;
  char
      reason[512]; // what failed, or who confirmed ("z3", "replay of 17 steps")
} certificate;

// For true: initiation, consecution and safety of r->proof (or its bounded
// forward condition). For false: replay of r->trace must reach the error.
certificate certify_proof(const env *e, const program *p, const result *r);
certificate certify_trace(const env *e, const program *p, const result *r);

// For true of a program with open calls: r->proof is about that program as the
// contracts close it. The judge closes it himself, and looks first whether its
// parts and the contracts are such that a proof of that is one of the program
// (certify/contract/parts.h, certify/contract/closed.h).
certificate certify_contracts(const env *e, const contracted *c,
                              const result *r);
// Whether the parts are, so that it is worth looking for contracts.
bool certify_parts(const program *open, const open_calls *calls);

// A C file that, compiled with the program, drives it along r->trace.
// False: 'why' says what cannot be set from outside (an indeterminate local).
bool certify_harness(const env *e, const program *p, const result *r,
                     strbuf *out, strbuf *why);
// Compiles the program with its harness (clang -O0 -fwrapv) and runs it: OK if
// the error was reached, GAVE_UP if it is not natively replayable.
certificate certify_native(const env *e, const program *p, const result *r);

#endif
