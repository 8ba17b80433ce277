// SPDX-License-Identifier: Apache-2.0
// Terms as bits: Booleans, bit-vectors and arrays of them, in an AIG.
//
// Incremental: a term is translated once, and only what is new below it costs
// time. Arrays vanish: reads become inputs or multiplexers, together with
// *constraints* over the inputs that have to be asserted for good. They are
// true of every array, so asserting more of them than needed does no harm.
// Facts about arithmetic that help a solver are among them.
#ifndef SAT_BITBLAST_H
#define SAT_BITBLAST_H

#include "sat/aig.h"
#include "term/term.h"

typedef struct bitblast bitblast;

// Both outlive it. Only the bitblast adds inputs to g.
bitblast *bitblast_new(const terms *tt, aig *g);
void bitblast_free(bitblast *b); // may be NULL

// The literal of a Boolean term. False: bitblast_reason says why not.
bool bitblast_formula(bitblast *b, term t, aig_lit *out);
// 'stop' is polled by bitblast_formula; true makes it return false. What is
// done by then is kept: calling it again goes on from there.
void bitblast_set_stop(bitblast *b, bool (*stop)(void *data), void *data);
bool bitblast_is_stopped(const bitblast *b); // was the last call?
// What could not be translated last ("integers need --solver z3").
const char *bitblast_reason(const bitblast *b);

// All constraints so far, oldest first; the list only grows. Ask after every
// formula. NULL reason: fine; else array equalities became undecidable by this
// translation, and no answer may be trusted.
const aig_lit *bitblast_constraints(const bitblast *b, uint32_t *n);
const char *bitblast_broken(const bitblast *b);

// Before anything is translated: equal sums are to have the same bits, however
// they are put together. Not for who must know what a formula was made of.
void bitblast_set_summing(bitblast *b);

// From now on, of what holds for the elements of arrays only that is said which
// a model breaks, by bitblast_refine. Each model must be shown to it, until it
// makes no constraint.
void bitblast_set_lazy(bitblast *b);
// Was anything left out that a model might break?
bool bitblast_is_partial(const bitblast *b);

// From now on, a product of two words that are no constants has any value (it
// is *open*) until bitblast_make_product says what it is: multipliers are large,
// and many answers do not depend on them.
void bitblast_set_lazy_products(bitblast *b);
bool bitblast_has_open_products(const bitblast *b);
bool bitblast_is_open_product(const bitblast *b, term t);
// Requires an open product. How many partial products its circuit would add up.
uint32_t bitblast_product_size(const bitblast *b, term t);
// Requires an open product. Its circuit is a new constraint.
void bitblast_make_product(bitblast *b, term t);

// What an input of the graph stands for: a bit of a variable, or of the element
// that was read from an array variable. No variable: a helper's own input.
typedef struct {
  term variable;
  uint32_t bit;
  bool is_element;
} bitblast_origin;
bitblast_origin bitblast_input_origin(const bitblast *b, uint32_t input_index);

// A model of the inputs, from which variables get their values.
typedef bool (*bitblast_input_value)(void *data, aig_lit input);
typedef struct bitblast_model bitblast_model;
bitblast_model *bitblast_model_new(bitblast *b, bitblast_input_value input,
                                   void *data);
void bitblast_model_free(bitblast_model *m); // may be NULL
// Makes constraints that exclude the model; returns how many. 0: it is one.
uint32_t bitblast_refine(bitblast *b, bitblast_model *m);
// The value of a term, in which open products have the values that the model
// chose. VALUE_NONE: the term was never translated, or is an array.
value bitblast_model_term(bitblast_model *m, term t, arena *mem);
// VALUE_NONE: the variable was never translated.
value bitblast_model_get(bitblast_model *m, term variable, arena *mem);

#endif
