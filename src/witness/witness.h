// SPDX-License-Identifier: Apache-2.0
// Verification witnesses in their YAML format, version 2.0 or 2.1: what another
// tool needs to find an answer again.
//
// A correctness witness is a set of invariants, C expressions at loops or
// statements, and (2.1) of contracts of functions. A violation witness is a
// sequence of waypoints that an execution passes one after the other on its way
// to the error; between two of them other waypoints may have to be avoided.
#ifndef WITNESS_WITNESS_H
#define WITNESS_WITNESS_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/vec.h"

typedef enum { WITNESS_CORRECTNESS, WITNESS_VIOLATION } witness_kind;

typedef struct {
  source_pos at;        // col 0: the first place in the line that fits
  const char *function; // NULL: not said
  source_pos written;   // in the witness itself
} witness_place;

typedef struct {
  bool is_loop; // before every evaluation of a loop's condition; else whenever
                // the statement is reached
  witness_place place;
  const char *value; // a C expression
} witness_invariant;

// C expressions in which '\result' is what the function returns and
// '\at(x, Pre)' the value of x when it was called.
typedef struct {
  witness_place place; // of the function
  const char *needs;   // holds at each call; NULL: not said
  const char *gives;   // holds then at each return; NULL: not said
} witness_contract;

typedef enum {
  WAYPOINT_ASSUMPTION,      // a statement is reached, and the constraint holds
  WAYPOINT_BRANCHING,       // a condition has this outcome
  WAYPOINT_FUNCTION_ENTER,  // a call is entered
  WAYPOINT_FUNCTION_RETURN, // a call returned such a value
  WAYPOINT_TARGET           // the error
} waypoint_type;

typedef struct {
  waypoint_type type;
  bool is_avoided; // else followed, which ends a segment
  witness_place place;
  const char *constraint; // NULL: none
} waypoint;

typedef struct {
  const char *name;
  const char *hash; // SHA-256, hexadecimal
} witness_file;

typedef struct {
  witness_kind kind;
  VEC(witness_file) files;
  const char *specification;
  uint32_t bits;  // of the data model; 0: not said
  uint32_t minor; // of its version: 2.minor
  VEC(witness_invariant) invariants;
  VEC(witness_contract) contracts;
  VEC(waypoint) waypoints; // in order; the last one is the target
  arena *mem;              // owns all texts
} witness;

void witness_init(witness *w);
void witness_clear(witness *w);

// False, with 'd' saying where and why: the text is no witness of version 2.x
// that is understood. 'w' is initialized, and to be cleared in either case.
bool witness_read(witness *w, const char *file, const char *text, size_t size,
                  diag *d);

// Appends the witness as YAML. uuid and time (ISO 8601) are its own.
void witness_print(const witness *w, const char *uuid, const char *time,
                   strbuf *out);

#endif
