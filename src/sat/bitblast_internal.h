// SPDX-License-Identifier: Apache-2.0
// The data of a bitblast, shared by the files bitblast*.c.
#ifndef SAT_BITBLAST_INTERNAL_H
#define SAT_BITBLAST_INTERNAL_H

#include "base/hmap.h"
#include "sat/bitblast.h"
#include "term/walk.h"

// Where the bits of a term start in bitblast.bits, or one of:
enum {
  BITS_NONE = 0,               // not yet translated
  BITS_BAD = UINT32_MAX,       // cannot be translated
  BITS_LATER = UINT32_MAX - 1, // a negation, translated when asked for
  BITS_ARRAY = UINT32_MAX - 2, // an array: has no bits
};

typedef struct array_theory array_theory;

// A product that may have any value: where its bits and its operands' are.
typedef struct {
  uint32_t out, x, y, n;
  bool is_open; // still
} lazy_product;

struct bitblast {
  const terms *tt;
  aig *graph;
  term_set seen;
  term_vec order;           // new terms, arguments first
  uint32_t done;            // so many of 'order' are translated
  bool (*stop)(void *data); // may be NULL
  void *stop_data;
  uint32_t polled_at; // work done at the last poll; wraps around
  uint32_t read_work; // steps of array reads; wraps around
  bool stopped;
  VEC(uint32_t) start;          // by term id
  VEC(aig_lit) bits;            // bits.data[0] is not used
  VEC(bitblast_origin) origins; // by input index
  VEC(aig_lit) constraints;
  hmap divisions; // (a, b) -> where quotient and remainder start
  hmap signed_divisions;
  bool has_lazy_products;
  VEC(lazy_product) products;
  term_map product_of;    // term -> index in products
  uint32_t open_products; // of these, still open
  array_theory *arrays;
  struct summing *summing; // sat/summing.h; NULL: not asked for
  const char *reason, *broken;
};

// Room for n literals in b->bits, false at first; moves b->bits.
uint32_t bitblast_alloc(bitblast *b, uint32_t n);
// Fresh inputs that stand for the bits of 'variable'.
uint32_t bitblast_alloc_inputs(bitblast *b, uint32_t n, term variable,
                               bool is_element);
// Where the bits of a translated term start; may move b->bits.
uint32_t bitblast_bits_of(bitblast *b, term t);
// Number of bits of a Bool or bit-vector sort; 0: another sort.
uint32_t bitblast_sort_bits(const terms *tt, sort s);

// --- bitblast_model.c ---------------------------------------------------
bool bitblast_model_literal(bitblast_model *m, aig_lit a);

// --- bitblast_array.c ---------------------------------------------------
array_theory *array_theory_new(bitblast *b);
void array_theory_free(array_theory *a);
void array_theory_set_lazy(array_theory *a);
bool array_theory_is_partial(const array_theory *a);
uint32_t array_theory_refine(array_theory *a, bitblast_model *m);
// Takes notice of a term of an array sort whose arguments are translated.
// False: not supported, b->reason is set.
bool array_theory_add(array_theory *a, term t);
// Where the bits of 'select' start. Requires an element that has bits.
uint32_t array_theory_select(array_theory *a, term select);
// The literal of an equality of arrays; false as above.
bool array_theory_equal(array_theory *a, term equality, aig_lit *out);
// Calls back with index and element of each read of an array variable; an
// index of length 0 is that of all elements not read.
typedef void (*array_read_visitor)(void *data, const aig_lit *index,
                                   uint32_t index_bits, const aig_lit *element,
                                   uint32_t element_bits);
void array_theory_each_read(const array_theory *a, term variable,
                            array_read_visitor visit, void *data);

#endif
