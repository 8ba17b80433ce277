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
// term contains the variable. The value is copied; it may be a result of
// eval_term from before the eval_forget, as in a simultaneous assignment.
void eval_set(evaluator *e, term variable, value v);
// The same for such a result: it is taken over as it is, so that an array with
// one more element costs no copy of all the others.
void eval_assign(evaluator *e, term variable, value v);
// VALUE_NONE: not set. Valid as long as a result of eval_term.
value eval_get(const evaluator *e, term variable);
// A variable that was not set has the default value of its sort. Only what the
// result depends on is evaluated: one branch of an ite, a junction up to the
// argument that decides it. The result is valid until the first eval_term after
// the next eval_forget.
value eval_term(evaluator *e, term t);
bool eval_is_true(evaluator *e, term t); // requires Bool

// The operator of t on given argument values. Requires: t is no leaf, and no
// ite, and, or, which need not all of their arguments.
value eval_operator(const terms *tt, term t, const value *args, arena *mem);

#endif
