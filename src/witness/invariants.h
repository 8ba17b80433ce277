// SPDX-License-Identifier: Apache-2.0
// Proofs as sets of invariants, and back.
#ifndef WITNESS_INVARIANTS_H
#define WITNESS_INVARIANTS_H

#include "result/contracts.h"
#include "result/result.h"
#include "witness/names.h"
#include "witness/places.h"
#include "witness/witness.h"

typedef struct {
  const program *program;
  places *places;
  names *names;
  uint32_t long_bits; // 32 or 64
  // What the program was closed from by contracts, which gives names to what
  // functions were called with; NULL: it was not.
  const contracted *contracted;
  arena *mem;
} witness_context;

void witness_context_init(witness_context *c, const program *p,
                          uint32_t long_bits);
void witness_context_clear(witness_context *c);

// Adds to w what the labels say, as far as it can be said in C over variables
// that are in scope where it is said.
void invariants_write(witness_context *c, const proof *of, witness *w);

// Can a formula be said there?
bool invariants_can_say(witness_context *c, term formula, name_place at);

// A formula of the witness at a location of the program.
typedef struct {
  loc at;
  term formula;
  uint32_t invariant; // index in the witness
} placed_invariant;
typedef VEC(placed_invariant) placed_invariants;

// Each invariant at each of its locations. False: one of them is not
// understood; 'd' says why, at its place in the witness.
bool invariants_read(witness_context *c, const witness *w,
                     placed_invariants *out, diag *d);

// An edge that an execution takes where an invariant of the witness does not
// hold.
typedef struct {
  edge at;
  uint32_t invariant; // index in the witness
} breaking_edge;
typedef VEC(breaking_edge) breaking_edges;

// The program with the invariants as assertions: it reaches its error where the
// given one does, and where an invariant does not hold; the edge by which it
// does so is then one of 'breaking', in the order of their ids. Variables,
// inputs and traces are those of the given program.
program *invariants_guard(const program *p, const placed_invariants *all,
                          breaking_edges *breaking);

// The term of an expression at a location. TERM_NONE: 'why' tells.
term invariants_term(witness_context *c, const char *text, name_place at,
                     strbuf *why);

#endif
