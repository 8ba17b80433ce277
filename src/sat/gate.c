// SPDX-License-Identifier: Apache-2.0
// Exclusive ors, multiplexers and carries have a fixed shape once aig.c has
// built them: all are !(a b) !(c d). Found again they need fewer and better
// clauses than their three to six ANDs.
#include "sat/gate.h"

// If the ANDs (a b) and (c d) hold opposite literals, the node !(a b) !(c d)
// chooses by it: with c = !a it is 'if a then !b else !d'.
static bool match_mux(aig_node p, aig_node q, gate *out) {
  aig_lit condition, yes, no;
  if (p.left == aig_not(q.left)) {
    condition = p.left, yes = p.right, no = q.right;
  } else if (p.left == aig_not(q.right)) {
    condition = p.left, yes = p.right, no = q.left;
  } else if (p.right == aig_not(q.left)) {
    condition = p.right, yes = p.left, no = q.right;
  } else if (p.right == aig_not(q.right)) {
    condition = p.right, yes = p.left, no = q.left;
  } else {
    return false;
  }
  if (yes == aig_not(no))
    *out = (gate){GATE_XOR, 2, {condition, yes, 0}};
  else
    *out = (gate){GATE_MUX, 3, {condition, aig_not(yes), aig_not(no)}};
  return true;
}

// The two ANDs below a node that is !(..) !(..).
static bool match_parts(const aig *g, uint32_t node, aig_node *p, aig_node *q) {
  aig_lit l = aig_left(g, node), r = aig_right(g, node);
  if (!aig_sign(l) || !aig_sign(r) || !aig_is_and(g, aig_node_of(l)) ||
      !aig_is_and(g, aig_node_of(r)))
    return false;
  *p = g->nodes.data[aig_node_of(l)];
  *q = g->nodes.data[aig_node_of(r)];
  return true;
}

// Is the literal x equal to 'a xor b', by shape?
static bool is_xor_of(const aig *g, aig_lit x, aig_lit a, aig_lit b) {
  aig_node p, q;
  gate inner;
  if (!aig_is_and(g, aig_node_of(x)) ||
      !match_parts(g, aig_node_of(x), &p, &q) || !match_mux(p, q, &inner) ||
      inner.kind != GATE_XOR)
    return false;
  aig_lit u = inner.in[0], v = inner.in[1];
  bool same = (aig_abs(u) == aig_abs(a) && aig_abs(v) == aig_abs(b)) ||
              (aig_abs(u) == aig_abs(b) && aig_abs(v) == aig_abs(a));
  return same && ((x ^ u ^ v ^ a ^ b) & 1u) == 0;
}

// !(a b) !((a xor b) c) is the complement of a majority, which is the majority
// of the complements.
static bool match_majority(const aig *g, aig_node p, aig_node q, gate *out) {
  aig_lit third;
  if (is_xor_of(g, q.left, p.left, p.right))
    third = q.right;
  else if (is_xor_of(g, q.right, p.left, p.right))
    third = q.left;
  else
    return false;
  *out = (gate){
      GATE_MAJORITY, 3, {aig_not(p.left), aig_not(p.right), aig_not(third)}};
  return true;
}

gate gate_of(const aig *g, uint32_t node) {
  assert(aig_is_and(g, node));
  aig_node p, q;
  gate found;
  if (match_parts(g, node, &p, &q) &&
      (match_mux(p, q, &found) || match_majority(g, p, q, &found) ||
       match_majority(g, q, p, &found)))
    return found;
  return (gate){GATE_AND, 2, {aig_left(g, node), aig_right(g, node), 0}};
}
