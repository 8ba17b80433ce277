// SPDX-License-Identifier: Apache-2.0
// Shared by the files of the Z3 backend, and by nobody else.
#ifndef SMT_BACKEND_Z3_H
#define SMT_BACKEND_Z3_H

#include <z3.h>

#include "base/limits.h"
#include "base/vec.h"
#include "term/term.h"
#include "term/walk.h"

// Terms of one table as Z3 expressions; each is translated once.
typedef struct {
  Z3_context ctx;
  terms *tt;
  term_set seen;
  term_vec order;
  VEC(Z3_ast) asts;   // by term id; NULL: not translated. Referenced.
  VEC(Z3_sort) sorts; // by sort id. Referenced.
  VEC(Z3_ast) args;   // scratch
  bool only_bits;     // so far nothing but Bool and bit-vectors
  bool equal_arrays;  // some equality is one of arrays
} z3_terms;

void z3_terms_init(z3_terms *z, Z3_context ctx, terms *tt);
void z3_terms_clear(z3_terms *z); // before the context goes
// NULL: Z3 refused; the context's error says why.
Z3_ast z3_terms_translate(z3_terms *z, term t);
// The value of a variable in a model; VALUE_NONE: the model is silent.
value z3_terms_value(z3_terms *z, Z3_model model, term variable, arena *mem);

// Runs work(data), which may be interrupted when a limit is reached; what it
// returns is returned.
Z3_lbool z3_run_watched(Z3_context ctx, const limits *l,
                        Z3_lbool (*work)(void *data), void *data);

// Where work is counted (base/limits.h): Z3's own units until the deadline, for
// its parameter rlimit (0: any number), and what it used as work. 'charged' is
// what was added for this context so far.
uint32_t z3_units_left(const limits *l);
void z3_charge(Z3_context ctx, Z3_stats s, uint64_t *charged);

// Errors are looked up where they matter; the default handler would end the
// process. Every context of ours has this one.
void z3_ignore_error(Z3_context ctx, Z3_error_code code);

// The term of a Z3 expression whose de Bruijn variable i is bound[i];
// TERM_NONE: it has something that terms do not have (a quantifier, ...).
term z3_terms_read(z3_terms *z, Z3_ast ast, const term *bound, uint32_t n);

#endif
