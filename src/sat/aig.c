// SPDX-License-Identifier: Apache-2.0
// Making and-inverter graphs small while they are built.
//
// Besides hash-consing and the laws of one AND (neutral element, idempotence,
// contradiction), every new AND looks through its operands one level down and
// applies the rules of Brummayer and Biere, "Local Two-Level And-Inverter Graph
// Minimization without Blowup" (MEMICS 2006): each rule returns an existing
// literal, or replaces the pair of operands by one that needs no more nodes. A
// replaced pair starts over; every replacement shrinks an operand to something
// below it, so the loop ends.
#include "sat/aig.h"

#include "base/mem.h"

enum { FIRST_TABLE_SIZE = 1024 };

aig *aig_new(void) {
  aig *g = mem_alloc(sizeof *g);
  vec_push(&g->nodes, ((aig_node){0, 0}));
  g->table_size = FIRST_TABLE_SIZE;
  g->table = mem_alloc(g->table_size * sizeof *g->table);
  return g;
}

aig *aig_new_unrewritten(void) {
  aig *g = aig_new();
  g->is_unrewritten = true;
  return g;
}

void aig_free(aig *g) {
  if (!g)
    return;
  vec_free(&g->nodes);
  vec_free(&g->inputs);
  mem_free(g->table);
  mem_free(g);
}

static uint32_t add_node(aig *g, aig_lit left, aig_lit right) {
  assert(g->nodes.len < UINT32_MAX / 2);
  vec_push(&g->nodes, ((aig_node){left, right}));
  return g->nodes.len - 1;
}

aig_lit aig_input(aig *g) {
  uint32_t node = add_node(g, 0, g->inputs.len);
  vec_push(&g->inputs, node);
  assert(aig_is_input(g, node));
  return aig_make_lit(node, false);
}

// --- hash-consing --------------------------------------------------------

static uint32_t hash_operands(aig_lit left, aig_lit right) {
  uint64_t h = (((uint64_t)left << 32) | right) * UINT64_C(0x9e3779b97f4a7c15);
  return (uint32_t)(h >> 32) ^ (uint32_t)h;
}

// The slot that holds the node with these operands, or the free one for it.
static uint32_t *find_slot(const aig *g, aig_lit left, aig_lit right) {
  uint32_t mask = g->table_size - 1;
  for (uint32_t i = hash_operands(left, right) & mask;; i = (i + 1) & mask) {
    uint32_t node = g->table[i];
    if (node == 0 || (g->nodes.data[node].left == left &&
                      g->nodes.data[node].right == right))
      return &g->table[i];
  }
}

static void grow_table(aig *g) {
  uint32_t *old = g->table;
  uint32_t old_size = g->table_size;
  assert(old_size <= UINT32_MAX / 2);
  g->table_size = 2 * old_size;
  g->table = mem_alloc(g->table_size * sizeof *g->table);
  for (uint32_t i = 0; i < old_size; i++)
    if (old[i] != 0) {
      aig_node n = g->nodes.data[old[i]];
      *find_slot(g, n.left, n.right) = old[i];
    }
  mem_free(old);
}

static aig_lit hash_cons(aig *g, aig_lit left, aig_lit right) {
  assert(left > right && !aig_is_constant(right));
  uint32_t *slot = find_slot(g, left, right);
  if (*slot == 0) {
    *slot = add_node(g, left, right);
    uint32_t node = *slot;
    if (++g->table_used > g->table_size / 3 * 2)
      grow_table(g);
    return aig_make_lit(node, false);
  }
  return aig_make_lit(*slot, false);
}

// --- rewriting -----------------------------------------------------------

#define NO_LIT UINT32_MAX

// An AND under construction: a result once it is known, else two operands.
typedef struct {
  aig_lit result; // NO_LIT: not yet
  aig_lit a, b;
  bool changed;
} pair;

static void finish(pair *p, aig_lit result) { p->result = result; }

static void replace(pair *p, aig_lit a, aig_lit b) {
  p->a = a;
  p->b = b;
  p->changed = true;
}

static void one_level(pair *p) {
  if (p->a == AIG_FALSE || p->b == AIG_FALSE || p->a == aig_not(p->b))
    finish(p, AIG_FALSE);
  else if (p->a == AIG_TRUE || p->a == p->b)
    finish(p, p->b);
  else if (p->b == AIG_TRUE)
    finish(p, p->a);
}

// 'x', which is an AND or the complement of one, against the literal y.
static void against_literal(const aig *g, pair *p, aig_lit x, aig_lit y) {
  aig_lit l = aig_left(g, aig_node_of(x)), r = aig_right(g, aig_node_of(x));
  bool opposite = y == aig_not(l) || y == aig_not(r);
  if (!aig_sign(x)) {
    if (opposite)
      finish(p, AIG_FALSE); // (l r) !l
    else if (y == l || y == r)
      finish(p, x); // (l r) l
  } else {
    if (opposite)
      finish(p, y); // !(l r) !l
    else if (y == l)
      replace(p, aig_not(r), y); // !(l r) l
    else if (y == r)
      replace(p, aig_not(l), y);
  }
}

// (l r) (u v)
static void both_positive(pair *p, aig_node x, aig_node y) {
  aig_lit l = x.left, r = x.right, u = y.left, v = y.right;
  if (l == aig_not(u) || l == aig_not(v) || r == aig_not(u) || r == aig_not(v))
    finish(p, AIG_FALSE);
  else if (l == u || r == u)
    replace(p, p->a, v);
  else if (l == v || r == v)
    replace(p, p->a, u);
}

// !(l r) (u v), where (u v) is the literal y
static void one_negative(pair *p, aig_node x, aig_node yn, aig_lit y) {
  aig_lit l = x.left, r = x.right, u = yn.left, v = yn.right;
  if (l == aig_not(u) || l == aig_not(v) || r == aig_not(u) || r == aig_not(v))
    finish(p, y);
  else if (l == u || l == v)
    replace(p, aig_not(r), y);
  else if (r == u || r == v)
    replace(p, aig_not(l), y);
}

// !(l r) !(u v): resolution
static void both_negative(pair *p, aig_node x, aig_node y) {
  aig_lit l = x.left, r = x.right, u = y.left, v = y.right;
  if ((l == u && r == aig_not(v)) || (l == v && r == aig_not(u)))
    finish(p, aig_not(l));
  else if ((r == u && l == aig_not(v)) || (r == v && l == aig_not(u)))
    finish(p, aig_not(r));
}

static void against_and(const aig *g, pair *p) {
  aig_node x = g->nodes.data[aig_node_of(p->a)];
  aig_node y = g->nodes.data[aig_node_of(p->b)];
  if (!aig_sign(p->a) && !aig_sign(p->b))
    both_positive(p, x, y);
  else if (aig_sign(p->a) && aig_sign(p->b))
    both_negative(p, x, y);
  else if (aig_sign(p->a))
    one_negative(p, x, y, p->b);
  else
    one_negative(p, y, x, p->a);
}

static bool is_open(const pair *p) {
  return p->result == NO_LIT && !p->changed;
}

static void two_level(const aig *g, pair *p) {
  bool a_is_and = aig_is_and(g, aig_node_of(p->a));
  bool b_is_and = aig_is_and(g, aig_node_of(p->b));
  if (a_is_and)
    against_literal(g, p, p->a, p->b);
  if (is_open(p) && b_is_and)
    against_literal(g, p, p->b, p->a);
  if (is_open(p) && a_is_and && b_is_and)
    against_and(g, p);
}

aig_lit aig_and(aig *g, aig_lit a, aig_lit b) {
  assert(aig_node_of(a) < aig_count(g) && aig_node_of(b) < aig_count(g));
  pair p = {NO_LIT, a, b, false};
  do {
    // A fixed order of the operands, so that 'and' commutes to the letter.
    p = (pair){NO_LIT, p.a > p.b ? p.a : p.b, p.a > p.b ? p.b : p.a, false};
    one_level(&p);
    if (p.result == NO_LIT && !g->is_unrewritten)
      two_level(g, &p);
  } while (p.changed);
  return p.result != NO_LIT ? p.result : hash_cons(g, p.a, p.b);
}

// --- other connectives ---------------------------------------------------

aig_lit aig_or(aig *g, aig_lit a, aig_lit b) {
  return aig_not(aig_and(g, aig_not(a), aig_not(b)));
}

aig_lit aig_xor(aig *g, aig_lit a, aig_lit b) {
  bool sign = aig_sign(a) != aig_sign(b);
  a = aig_abs(a); // signs move to the result: xor of equal nodes is shared
  b = aig_abs(b);
  aig_lit both = aig_and(g, a, b);
  aig_lit none = aig_and(g, aig_not(a), aig_not(b));
  return aig_and(g, aig_not(both), aig_not(none)) ^ (sign ? 1u : 0u);
}

aig_lit aig_iff(aig *g, aig_lit a, aig_lit b) {
  return aig_not(aig_xor(g, a, b));
}

aig_lit aig_mux(aig *g, aig_lit condition, aig_lit yes, aig_lit no) {
  if (yes == no)
    return yes;
  if (yes == aig_not(no))
    return aig_iff(g, condition, yes);
  // One form for both ways to write it, else the graph would hold two.
  if (aig_sign(condition))
    return aig_mux(g, aig_not(condition), no, yes);
  bool sign = aig_sign(yes) && aig_sign(no);
  yes ^= sign ? 1u : 0u;
  no ^= sign ? 1u : 0u;
  aig_lit then_part = aig_and(g, condition, yes);
  aig_lit else_part = aig_and(g, aig_not(condition), no);
  return aig_or(g, then_part, else_part) ^ (sign ? 1u : 0u);
}

// Written over the parts of a xor b, which the sum of an adder needs anyway.
aig_lit aig_carry(aig *g, aig_lit a, aig_lit b, aig_lit c) {
  aig_lit both = aig_and(g, a, b);
  return aig_or(g, both, aig_and(g, aig_xor(g, a, b), c));
}
