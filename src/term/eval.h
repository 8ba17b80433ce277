// SPDX-License-Identifier: Apache-2.0
// Evaluation of terms under values for their variables.
#ifndef TERM_EVAL_H
#define TERM_EVAL_H

#include "num/value.h"
#include "term/term.h"

// Holds variable values and a cache of everything evaluated under them.
typedef struct evaluator evaluator;

evaluator *eval_new(const terms *tt);
void eval_free(evaluator *e);
// Forgets the cache, keeps the variables' values. Constant time.
void eval_forget(evaluator *e);
// Requires: eval_forget was called since the last eval_term, if any evaluated
// term contains the variable. The value is copied.
void eval_set(evaluator *e, term variable, value v);
value eval_get(const evaluator *e, term variable); // VALUE_NONE: not set
// A variable that was not set has the default value of its sort. The result is
// valid until eval_forget.
value eval_term(evaluator *e, term t);
bool eval_is_true(evaluator *e, term t); // requires Bool

#endif
