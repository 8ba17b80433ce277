// SPDX-License-Identifier: Apache-2.0
// Predicates, and which of them are tracked where.
//
// A predicate is a formula over the program's variables; it and its negation
// are one predicate, numbered from 0 in the order of arrival, and its number is
// its variable in regions. The precision of a location is a list of predicates
// that only grows: a prefix of the list is what it was at an earlier time.
#ifndef ENGINE_PREDICATE_PRECISION_H
#define ENGINE_PREDICATE_PRECISION_H

#include "engine/predicate/region.h"
#include "program/program.h"

typedef VEC(uint32_t) predicate_list;

typedef struct {
  uint32_t predicate;
  bool is_positive;
} predicate_literal;

typedef struct precision precision;

enum { PRECISION_NONE = UINT32_MAX }; // no position

precision *precision_new(const program *p);
void precision_free(precision *pi);

uint32_t precision_count(const precision *pi); // of predicates
term precision_predicate(const precision *pi, uint32_t predicate);
// Is t a predicate or the negation of one?
bool precision_find(const precision *pi, term t, predicate_literal *out);

// Tracks formula t (not a constant) at l. Returns its number.
uint32_t precision_track(precision *pi, loc l, term t);
const predicate_list *precision_at(const precision *pi, loc l);
// Position of a predicate in the list of l, or PRECISION_NONE.
uint32_t precision_position(const precision *pi, loc l, uint32_t predicate);

// The formula that a region stands for.
term precision_formula(const precision *pi, region r);

// Appends the atoms of a formula, each once: its subformulas without Boolean
// structure.
void precision_atoms(const terms *tt, term formula, term_vec *out);

#endif
