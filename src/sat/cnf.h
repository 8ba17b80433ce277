// SPDX-License-Identifier: Apache-2.0
// Clauses from an and-inverter graph, incrementally.
//
// A node gets a SAT variable when some clause needs it, and clauses only for
// the polarities in which it is used (Plaisted and Greenbaum, JSC 1986); a
// polarity that is needed later is added later. So the truth of a literal
// that was asked for implies its definition, never the other way round: read
// the values of inputs from a model, not those of inner nodes.
//
// Every call costs time linear in the part of the graph not yet encoded.
#ifndef SAT_CNF_H
#define SAT_CNF_H

#include "sat/aig.h"

typedef struct cnf cnf;

// Takes each clause; literals are +-variable, variables count from 1.
typedef void (*cnf_sink)(void *data, const int *clause, uint32_t n);

cnf *cnf_new(const aig *g, cnf_sink sink, void *data); // g outlives it
void cnf_free(cnf *c);                                 // may be NULL

int cnf_variable(cnf *c); // a fresh one, for the caller's own use
// A SAT literal that implies a (assume it, or put it into clauses).
int cnf_literal(cnf *c, aig_lit a);
// Adds 'guard implies a'; guard 0: adds a.
void cnf_assert(cnf *c, aig_lit a, int guard);
// 'stop' is polled while clauses are written; true ends the writing, and what
// is missing then has to be written by cnf_settle before solving.
void cnf_set_stop(cnf *c, bool (*stop)(void *data), void *data);
bool cnf_settle(cnf *c); // false: stopped again
// The SAT variable of an input, or 0 if no clause mentions it.
int cnf_input_variable(const cnf *c, aig_lit input);
int cnf_variable_count(const cnf *c); // variables are 1 .. this
// As if it were new, but in time linear in the part that was encoded: a node
// that is asked for again gets its clauses again, and variables count from 1.
void cnf_restart(cnf *c);
// The nodes that were looked at, those without variable included.
const uint32_t *cnf_nodes(const cnf *c, uint32_t *n);

#endif
