// SPDX-License-Identifier: Apache-2.0
// Symbolic execution: the machine behind summarize and unroll.
//
// A symbolic state is a path condition and a value for each variable that
// differs from its value at the start, all of them terms over the start's
// variables and the inputs met on the way. Executing the out-edges of a
// location gives one state per edge: that is rule 1 of large-block encoding,
// two edges in sequence become one (sym_sequence). States that meet at a
// location are merged into one: that is rule 2, edges in choice become one
// (sym_choice). Both are exact because out-edges exclude each other.
#ifndef ENCODE_SYMBOLIC_H
#define ENCODE_SYMBOLIC_H

#include "encode/path.h"
#include "encode/pmap.h"
#include "program/program.h"
#include "term/subst.h"

typedef struct {
  path when;
  pmap values; // variable id -> term id; none: the variable itself
} sym_state;

typedef VEC(sym_state) sym_states;

// Gives the term that stands for an input in the current step.
typedef term (*sym_input)(void *data, term input);

typedef struct {
  const program *p;
  terms *tt;
  path_pool paths;
  pmap_pool maps;
  subst *subst;
  pmap current;    // the state that 'subst' writes out
  sym_input input; // NULL: inputs stand for themselves
  void *input_data;
  uint32_t sites;     // visits so far
  uint8_t *is_total;  // by location: do the out-edges cover everything?
  term_vec guards;    // of the last sym_sequence, written out
  sym_states outcome; // of the last sym_sequence
  sym_states stack;
  VEC(uint32_t) sizes;
} symbolic;

void sym_init(symbolic *s, const program *p);
void sym_clear(symbolic *s);
void sym_reset(symbolic *s); // forgets all states
void sym_name_inputs(symbolic *s, sym_input input, void *data);

static inline sym_state sym_start(void) {
  return (sym_state){PATH_ALWAYS, PMAP_EMPTY};
}
static inline bool sym_is_reached(sym_state state) {
  return state.when.id != 0;
}

// Rule 1 of large-block encoding, sequence: the states behind each out-edge of
// 'at', in the order of the edges; valid until the next call. States behind
// edges into sinks have no values.
const sym_state *sym_sequence(symbolic *s, loc at, sym_state from);
// Rule 2, choice: one state for all n >= 1 states, which must exclude each
// other.
sym_state sym_choice(symbolic *s, const sym_state *states, uint32_t n);
term sym_condition(symbolic *s, sym_state state);
term sym_value(const symbolic *s, sym_state state, var v);

#endif
