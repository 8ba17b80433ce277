// SPDX-License-Identifier: Apache-2.0
// Simultaneous substitution of variables, or of other terms where they occur
// as such, with a cache.
//
// Applying to n terms that share structure visits the shared part once: the
// cost is linear in the DAG of all of them together. New bindings after the
// first application need subst_clear first.
#ifndef TERM_SUBST_H
#define TERM_SUBST_H

#include "term/term.h"

typedef struct subst subst;

subst *subst_new(terms *tt);
void subst_free(subst *s);
void subst_clear(subst *s); // forgets the bindings and the cache
void subst_bind(subst *s, term t, term replacement); // equal sorts
term subst_apply(subst *s, term t); // rebuilt with simplifying constructors

// One binding, one term.
term subst_once(terms *tt, term t, term what, term replacement);

// Asks for the binding of each variable as it is met instead of holding all of
// them (TERM_NONE: the variable stays). NULL: only subst_bind.
void subst_set_lookup(subst *s, term (*lookup)(void *data, term variable),
                      void *data);

// Copies terms of one table into another, variables by name and sort. Several
// calls share the cache.
typedef struct term_copier term_copier;
term_copier *term_copier_new(const terms *from, terms *to);
term term_copier_copy(term_copier *c, term t);
void term_copier_free(term_copier *c);

#endif
