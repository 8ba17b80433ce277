// SPDX-License-Identifier: Apache-2.0
// The terms of a block as a list of operations, arguments first.
//
// Evaluation runs over the tape once per pass and never looks at terms. Slots
// are what a state has values for: the variables, then tracked expressions.
#ifndef DOMAIN_TAPE_H
#define DOMAIN_TAPE_H

#include "domain/tracked.h"
#include "domain/transfer.h"
#include "term/walk.h"

#define TAPE_NONE UINT32_MAX

typedef struct {
  transfer_op op;        // also of leaves, and, or, ite
  uint32_t first, count; // arguments: nodes, in the tape's 'args'
  uint32_t slot;         // of a leaf; TAPE_NONE: it has none
  const vset *constant;  // of a TERM_VALUE; NULL: nothing is known of it
  // The last argument is one more, which is no operand: a tracked expression
  // that equals the value of a sum, or the difference b - a of what a relation
  // compares.
  bool is_linked;
} tape_node;

typedef struct {
  uint32_t slot, node;
} tape_output;

typedef struct {
  VEC(tape_node) nodes;
  VEC(uint32_t) args;
  VEC(tape_output) outputs; // slots that get new values
  VEC(tape_output) leaves;  // slots that are read
  uint32_t guard;           // node
} tape;

typedef struct {
  terms *tt;
  arena *mem;             // for constants; must outlive the tapes
  const tracked *tracked; // NULL: nothing is
  term_map slots;         // of leaves (terms) that have one
  hmap slot_nodes;        // of tracked expressions in the tape being written
  term_map nodes;         // of the tape being written
  term_set seen;
  term_vec order;
} tape_writer;

void tape_writer_clear(tape_writer *w);
// Begins a tape; t must be zeroed. Nodes that are written are shared.
void tape_begin(tape_writer *w, tape *t);
uint32_t tape_write(tape_writer *w, tape *t, term x); // returns the node
void tape_clear(tape *t);
// Ties a tracked form to its parts that occur in the tape: one variable, and
// the rest, if that is tracked, too.
void tape_write_parts(tape_writer *w, tape *t, const lin *form);

static inline uint32_t tape_arity(const tape_node *n) {
  return n->count - n->is_linked;
}

#endif
