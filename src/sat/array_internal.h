// SPDX-License-Identifier: Apache-2.0
// The data of the theory of arrays, shared by bitblast_array.c and array_*.c.
#ifndef SAT_ARRAY_INTERNAL_H
#define SAT_ARRAY_INTERNAL_H

#include "sat/bitblast_internal.h"

enum {
  OTHERS = 0,           // the index of 'all other indices'
  ELEMENT = UINT32_MAX, // no index left: the element itself
};

typedef struct {
  uint32_t start, len; // in index_bits
} index_row;

// An array term and an interned index, whose element is meant; with ELEMENT it
// is the term itself.
typedef struct {
  term array;
  uint32_t index;
} array_place;

typedef struct {
  uint32_t index, bits; // an interned index; where the element's bits start
} array_read;

typedef struct {
  term variable;
  uint32_t element_bits;
  VEC(array_read) reads;
  // Of the last model: an element for each value of an index that matters.
  VEC(array_read) accepted;
} array_variable;

// A read whose element is a row of inputs, and has nothing to do with the
// array until a model shows that it should.
typedef struct {
  array_place place;
  uint32_t bits;
} lazy_read;

// Where arrays that are connected differ: the way goes on at 'yes' if the
// condition holds, else at 'no'.
typedef struct {
  term at;           // of a store: the index written, against 'index'
  uint32_t index;    // of the read
  aig_lit condition; // of a choice; a store has none yet
  array_place yes, no;
} array_fork;

// The array read at 'from' is the one at 'to' if the conditions hold that the
// turns say: at each fork on the way, 1 is 'yes'.
typedef struct {
  array_place from, to;
  const uint8_t *turns;
  uint32_t count;
} array_lemma;

// Arrays connected by stores, ite and equalities.
typedef struct {
  uint32_t parent; // itself: a root; only roots use the rest
  uint32_t index_bits;
  bool is_inside;        // holds an array taken out of an array of arrays
  VEC(uint32_t) indices; // that matter
  VEC(uint32_t) equalities;
} array_class;

typedef struct {
  term a, b;
  aig_lit equal;
} array_equality;

typedef struct {
  uint32_t equality, index;
} array_instance;

struct array_theory {
  bitblast *b;
  bool is_lazy;
  bool is_partial;        // some reads are not related to what they read
  VEC(index_row) indices; // interned: equal rows have equal ids
  VEC(aig_lit) index_bits;
  hmap index_by_hash;       // hash -> id of the newest
  VEC(uint32_t) index_next; // by id: the next of equal hash, 0: none
  hmap index_of_term;       // term -> id of the index that its bits are
  VEC(aig_lit) row;         // an index under construction
  hmap known_reads;         // (array, index) -> where the bits start
  VEC(array_place) requests;
  VEC(lazy_read) lazy_reads;
  hmap variable_numbers; // array variable -> position in variables
  VEC(array_variable) variables;
  hmap class_numbers; // array term -> position in classes
  VEC(array_class) classes;
  hmap matters; // (class root, index) -> 1
  VEC(array_equality) equalities;
  hmap instantiated; // (equality, index) -> 1
  VEC(array_instance) to_instantiate;
};

// Makes a constraint; true is none.
void array_add_constraint(array_theory *a, aig_lit c);
// Bits of the innermost element; 0: something in the sort has no bits.
uint32_t array_element_bits(const terms *tt, sort s);
array_variable *array_find_variable(array_theory *a, term variable);
// The index of a read matters for equalities of such arrays.
void array_note_index(array_theory *a, array_place p);
// Equal indices have equal elements.
void array_relate_reads(array_theory *a, array_read x, array_read y,
                        uint32_t n);
// Where the bits of a read of a variable start, made anew if there is none.
uint32_t array_read_variable(array_theory *a, array_place p);

// --- array_index.c --------------------------------------------------------

void array_index_append(array_theory *a, const aig_lit *bits, uint32_t n);
// The id of the index a->row, which must not be empty.
uint32_t array_index_intern(array_theory *a);
// The index made of a term's bits, followed by 'rest' (ELEMENT: nothing).
uint32_t array_index_make(array_theory *a, term t, uint32_t rest);
// What is left of an index behind its first n bits.
uint32_t array_index_tail(array_theory *a, uint32_t index, uint32_t n);
// Is the front of the index equal to the bits of the term t?
aig_lit array_index_equals(array_theory *a, uint32_t index, term t);
// The same if it is plain to see, without a gate.
typedef enum { INDEX_DIFFERENT, INDEX_SAME, INDEX_OPEN } index_relation;
index_relation array_index_compare(array_theory *a, uint32_t index, term t);

// --- array_path.c ---------------------------------------------------------

// Goes on as long as the way is plain to see. The place it ends at is a fork,
// a variable, or ELEMENT.
array_place array_advance(array_theory *a, array_place p);
// Requires a place that array_advance ended at. False: no fork.
bool array_find_fork(array_theory *a, array_place p, array_fork *out);
// The literal that decides a fork.
aig_lit array_fork_condition(array_theory *a, const array_fork *f);
// A literal that is true of all arrays. False: the lemma does not lead from a
// known read to a known read, and nothing is made of it.
bool array_lemma_literal(array_theory *a, const array_lemma *l, aig_lit *out);
// Do more than 'limit' forks lie below the place?
bool array_has_forks(array_theory *a, array_place p, uint32_t limit);
// Where the known bits of a place start; BITS_NONE: not known.
uint32_t array_known_bits(array_theory *a, array_place p);

// --- array_refine.c -------------------------------------------------------

// Makes constraints that exclude the model, and returns how many; 0: it is one
// of the arrays, too, and the variables' accepted reads are those of it.
uint32_t array_refine(array_theory *a, bitblast_model *m);

#endif
