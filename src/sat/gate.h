// SPDX-License-Identifier: Apache-2.0
// Gates found again in an and-inverter graph: what a node computes beyond AND.
#ifndef SAT_GATE_H
#define SAT_GATE_H

#include "sat/aig.h"

typedef enum {
  GATE_AND,      // in[0] and in[1]
  GATE_XOR,      // in[0] xor in[1]
  GATE_MUX,      // if in[0] then in[1] else in[2]
  GATE_MAJORITY, // at least two of in[0], in[1], in[2]
} gate_kind;

// The positive literal of the node equals the gate over 'in', signs included.
typedef struct {
  gate_kind kind;
  uint32_t arity; // 2 or 3
  aig_lit in[3];
} gate;

// Requires an AND node. Looks at most three levels down: constant time.
gate gate_of(const aig *g, uint32_t node);

#endif
