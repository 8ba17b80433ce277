// SPDX-License-Identifier: Apache-2.0
// A conjunction made simpler, word by word, before anyone looks at bits.
//
// Variables that an equation defines are replaced, and sums are brought to a
// normal form, so that what an unrolling only passes on or moves from one
// variable to the other cancels. The result is satisfiable if and only if the
// conjunction was, and a model of it gives one of the conjunction.
#ifndef SMT_PREPROCESS_H
#define SMT_PREPROCESS_H

#include "base/limits.h"
#include "term/term.h"

typedef struct preprocess preprocess;

preprocess *preprocess_new(terms *tt);
void preprocess_free(preprocess *p); // may be NULL
void preprocess_add(preprocess *p, term formula);
// Once, after all were added. False: a limit was hit; nothing is usable then.
bool preprocess_run(preprocess *p, const limits *l);
// What is left; the formula 'false' alone if it is a contradiction.
const term_vec *preprocess_formulas(const preprocess *p);
// A variable of the conjunction, as a term over what is left.
term preprocess_value(const preprocess *p, term variable);

#endif
