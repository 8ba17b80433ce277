// SPDX-License-Identifier: Apache-2.0
// Bit-vectors read as integers that never wrap, and back. Internal to
// interpolate.
#ifndef INTERPOLATE_LAYERED_LAYERED_H
#define INTERPOLATE_LAYERED_LAYERED_H

#include "base/hmap.h"
#include "term/term.h"
#include "term/walk.h"

typedef enum { VIEW_SIGNED, VIEW_UNSIGNED } itp_view;

// How one query is read: a view for each of its bit-vector terms, and the
// integer that stands for each.
typedef struct {
  terms *tt;
  term_set seen;
  term_vec order;     // nodes, arguments first
  hmap class_of;      // term -> index of a term in 'order': union-find
  hmap votes;         // root of a class -> (signed uses) - (unsigned uses)
  bool has_ties;      // some class has as many of both
  itp_view tie;       // what such a class is taken for
  hmap integers;      // term -> its integer (or Bool) term; 0: none
  hmap variables;     // integer variable -> bit-vector variable
  const char *reason; // why something could not be read
} itp_reading;

void itp_reading_init(itp_reading *r, terms *tt);
void itp_reading_free(itp_reading *r);
// Adds formulas whose terms are to be read alike.
void itp_reading_add(itp_reading *r, const term *formulas, uint32_t n);
// Starts over with another view for classes without a clear one.
void itp_reading_set_tie(itp_reading *r, itp_view tie);
// The formula over integers; TERM_NONE: it has an operator without meaning
// there (see 'reason').
term itp_reading_formula(itp_reading *r, term formula);
// The integer for a variable (a Boolean stands for itself).
term itp_reading_variable(itp_reading *r, term variable);
// The range of the integer of a bit-vector variable.
term itp_reading_range(itp_reading *r, term variable);
itp_view itp_reading_view(itp_reading *r, term variable);

// Back to bit-vectors. NATURAL computes at the width of the variables, as a
// program would, and hopes that nothing wraps; EXACT extends until nothing can.
typedef enum { BACK_NATURAL, BACK_EXACT } itp_back_mode;
// TERM_NONE: it cannot be said.
term itp_reading_back(itp_reading *r, term formula, itp_back_mode mode);

#endif
