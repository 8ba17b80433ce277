// SPDX-License-Identifier: Apache-2.0
// Products of words, taken seriously only as far as an answer needs them.
//
// A solver leaves products open (sat/bitblast.h). A model may then break them.
// Whether it does in a way that algebra excludes is asked first; only if not,
// the products that the model breaks become circuits.
#ifndef SMT_PRODUCTS_H
#define SMT_PRODUCTS_H

#include "algebra/facts.h"
#include "base/env.h"
#include "sat/bitblast.h"

typedef struct products products;

products *products_new(terms *tt, bitblast *b, const env *e); // all outlive it
void products_free(products *p);                              // may be NULL

typedef enum {
  PRODUCTS_FINE,    // the variables' values make all formulas true
  PRODUCTS_FACT,    // '*out' excludes the model
  PRODUCTS_MADE,    // of broken products: the blaster has new constraints
  PRODUCTS_STOPPED, // by a limit
  PRODUCTS_LARGE,   // broken products are too large for a brief question
} products_status;

// 'formulas' are all that the model makes true. is_brief: large products never
// become circuits, which would slow down all later questions.
products_status products_refine(products *p, bitblast_model *m,
                                const term_vec *formulas, bool is_brief,
                                const limits *l, term *out);

// The facts that were found so far, oldest first.
uint32_t products_fact_count(const products *p);
const algebra_fact *products_fact(const products *p, uint32_t i);

#endif
