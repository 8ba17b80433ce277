// SPDX-License-Identifier: Apache-2.0
// And-inverter graphs: Boolean functions as a DAG of two-input ANDs.
//
// A literal is twice a node plus a sign; node 0 is the constant, so literal 0
// is false and 1 is true. Nodes are hash-consed and simplified as they are
// made; the operands of a node have smaller node numbers (a topological order).
// A node takes 8 bytes and its hash slots about as much again.
#ifndef SAT_AIG_H
#define SAT_AIG_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"

typedef uint32_t aig_lit;

#define AIG_FALSE ((aig_lit)0)
#define AIG_TRUE ((aig_lit)1)

// An AND: left > right, both literals of smaller nodes. An input: left is 0 and
// right its index among the inputs (an AND never has a constant operand).
typedef struct {
  aig_lit left, right;
} aig_node;

// Read the fields freely, change them only through the functions below.
typedef struct aig {
  VEC(aig_node) nodes;  // nodes.data[0] is the constant
  VEC(uint32_t) inputs; // the node of each input
  uint32_t *table;      // open addressing by operands; 0: free
  uint32_t table_size;  // a power of two
  uint32_t table_used;
  bool is_unrewritten; // see aig_new_unrewritten
} aig;

aig *aig_new(void);
// Gates stay as they are asked for: hash-consing and the laws of one AND, but
// no look at the operands' own operands. For those who follow how a function
// was put together.
aig *aig_new_unrewritten(void);
void aig_free(aig *g); // may be NULL

aig_lit aig_input(aig *g); // a new one
aig_lit aig_and(aig *g, aig_lit a, aig_lit b);
aig_lit aig_or(aig *g, aig_lit a, aig_lit b);
aig_lit aig_xor(aig *g, aig_lit a, aig_lit b);
aig_lit aig_iff(aig *g, aig_lit a, aig_lit b);
aig_lit aig_mux(aig *g, aig_lit condition, aig_lit yes, aig_lit no);
// The majority of three.
aig_lit aig_carry(aig *g, aig_lit a, aig_lit b, aig_lit c);

static inline aig_lit aig_not(aig_lit a) { return a ^ 1u; }
static inline uint32_t aig_node_of(aig_lit a) { return a >> 1; }
static inline bool aig_sign(aig_lit a) { return (a & 1u) != 0; }
static inline aig_lit aig_abs(aig_lit a) { return a & ~1u; }
static inline aig_lit aig_make_lit(uint32_t node, bool sign) {
  return 2 * node + (sign ? 1u : 0u);
}
static inline aig_lit aig_bool(bool b) { return b ? AIG_TRUE : AIG_FALSE; }
static inline bool aig_is_constant(aig_lit a) { return a <= AIG_TRUE; }
static inline uint32_t aig_count(const aig *g) { return g->nodes.len; }
static inline bool aig_is_and(const aig *g, uint32_t node) {
  assert(node < g->nodes.len);
  return g->nodes.data[node].left != 0;
}
static inline bool aig_is_input(const aig *g, uint32_t node) {
  assert(node < g->nodes.len);
  return node != 0 && g->nodes.data[node].left == 0;
}
static inline aig_lit aig_left(const aig *g, uint32_t node) {
  assert(aig_is_and(g, node));
  return g->nodes.data[node].left;
}
static inline aig_lit aig_right(const aig *g, uint32_t node) {
  assert(aig_is_and(g, node));
  return g->nodes.data[node].right;
}
static inline aig_lit aig_input_literal(const aig *g, uint32_t index) {
  return aig_make_lit(g->inputs.data[index], false);
}
static inline uint32_t aig_input_index(const aig *g, uint32_t node) {
  assert(aig_is_input(g, node));
  return g->nodes.data[node].right;
}

#endif
