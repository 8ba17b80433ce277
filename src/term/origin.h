// SPDX-License-Identifier: Apache-2.0
// What a term is the result of, where that says more than its form.
//
// Floating point is circuits over bit-vectors (src/float), from which nobody
// reads that they add two numbers. So whoever makes such a circuit notes it
// here. A note is a fact about values: for all values of the variables the term
// equals the operation on the arguments. Whoever does not ask loses nothing.
// Substitution and copying keep notes.
#ifndef TERM_ORIGIN_H
#define TERM_ORIGIN_H

#include "term/term.h"

typedef enum {
  ORIGIN_NONE,
  // Of floats with the format 'from', rounded by 'mode' (a float_mode).
  ORIGIN_FLOAT_ADD,
  ORIGIN_FLOAT_SUB,
  ORIGIN_FLOAT_MUL,
  ORIGIN_FLOAT_DIV,
  ORIGIN_FLOAT_SQRT,
  ORIGIN_FLOAT_FMOD,
  ORIGIN_FLOAT_NEG,
  ORIGIN_FLOAT_TO_INTEGRAL,
  ORIGIN_FLOAT_CONVERT, // to the format 'to'
  // Between integers and floats with the format 'from'. To integers: where the
  // integer has so many bits; otherwise the term may be anything.
  ORIGIN_FLOAT_FROM_SIGNED,
  ORIGIN_FLOAT_FROM_UNSIGNED,
  ORIGIN_FLOAT_TO_SIGNED,
  ORIGIN_FLOAT_TO_UNSIGNED,
  // Bool: is a below b in the order of words in which negative ones come first,
  // the larger the earlier? Equal negative words are below each other.
  ORIGIN_FLOAT_BELOW,
  ORIGIN_FLOAT_NOT_BELOW
} origin_op;

// A float's exponent and precision in bits.
typedef struct {
  uint8_t exponent, precision;
} origin_format;

enum { ORIGIN_MAX_ARGS = 2 };

typedef struct {
  uint8_t op; // origin_op
  uint8_t mode;
  uint8_t arity;
  origin_format from, to;
  term args[ORIGIN_MAX_ARGS];
} term_origin;

// Values, variables and terms that are not newer than the arguments stay
// without a note: following notes always ends. The first note of a term stays.
void term_note_origin(terms *tt, term t, const term_origin *o);
bool terms_have_origins(const terms *tt); // is there any note?
// NULL: none. Valid until the next note.
const term_origin *term_get_origin(const terms *tt, term t);

#endif
