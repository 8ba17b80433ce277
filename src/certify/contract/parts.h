// SPDX-License-Identifier: Apache-2.0
// What has to be true of a program with open calls (program/open.h) so that
// contracts can be proved for each part on its own.
//
// Nothing of this is left to whoever opened the calls. docs/contracts.md has
// the proof that these conditions suffice, each where it is needed.
#ifndef CERTIFY_CONTRACT_PARTS_H
#define CERTIFY_CONTRACT_PARTS_H

#include "program/open.h"

typedef struct {
  const program *p;
  const open_calls *o;
  const terms *tt;
  uint32_t *of;    // by location: its part, plus one; 0: it is in none
  loc *starts;     // by part
  const char *why; // what does not hold, if anything
} parts;

// Always false.
bool parts_refuse(parts *s, const char *why);

// All of the conditions. NULL: they hold; else what does not.
const char *parts_check(const program *p, const open_calls *o);

// Which locations are whose. The entry leads to each part under its own choice
// and to nothing else; no location is in two parts; open calls, returns and
// beginnings of bodies are different locations without an edge that leaves
// them; a body begins where its parameters are set, and nowhere else, once.
bool parts_divide(parts *s);

// formals.c: a formal is set at its own place and nowhere else, and no edge
// reads it. Values of globals are those at that place. What a call comes to
// is one input of its own for each result, with no condition, which is
// assigned and nothing else is.
bool formals_check(parts *s);

// owners.c: a private variable is that of one part. What a body assigns of the
// shared ones is among its results, with the results of the functions that it
// calls.
bool owners_check(parts *s);

// The value that the assignments of a block leave in v.
term parts_value_behind(const program *p, const block *b, var v);
// The assignment to v; NULL: there is none.
const assignment *parts_assignment(const block *b, var v);

#endif
