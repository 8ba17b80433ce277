// SPDX-License-Identifier: Apache-2.0
// Where the places of a witness are in the program, and the other way round.
#ifndef WITNESS_PLACES_H
#define WITNESS_PLACES_H

#include "program/program.h"
#include "witness/syntax.h"
#include "witness/witness.h"

typedef struct places places;

places *places_new(const program *p);
void places_free(places *s);

// The locations that an invariant is about: all copies of the loop or of the
// statement that is there. Empty: nothing of it is left in the program. False,
// with the reason in 'why': there is no such place, or no way to tell when it
// is reached.
bool places_find(places *s, const witness_place *at, bool is_loop, loc_vec *out,
                 strbuf *why);
// The place at which an invariant is about the location; false: there is none.
bool places_of(places *s, loc l, bool *is_loop, witness_place *out);

// Where declarations must come before to count at the place: a 'for' declares
// variables that are seen in its own condition.
source_pos places_seen_from(places *s, const witness_place *at, bool is_loop);

// The place of the function whose name is declared there.
void places_definition(places *s, source_pos name, witness_place *out);

// For waypoints. Locations at which the statement there is about to begin.
bool places_statement(places *s, const witness_place *at, loc_vec *out,
                      strbuf *why);

// A statement in one of the files; 'source' is opaque.
typedef struct {
  uint32_t source;    // 0: none
  uint32_t statement; // index in its syntax
} statement_ref;
statement_ref places_statement_at(places *s, const witness_place *at,
                                  strbuf *why);
const syntax *places_syntax(const places *s, uint32_t source);
// Where a position of the program is in its file; UINT32_MAX: not there.
uint32_t places_offset(places *s, source_pos pos, uint32_t source);
// The source of a file as a witness calls it; 0: none.
uint32_t places_source(places *s, const char *file);

#endif
