// SPDX-License-Identifier: Apache-2.0
// Polarity-aware clause generation.
//
// A *request* is a literal of the graph: its SAT literal must imply it. The
// request of a node's positive literal writes the clauses "variable implies
// gate", that of its negative literal "not variable implies not gate", and
// each asks for literals of the operands in turn. One bit per node and
// polarity says which requests were met, so nothing is ever written twice.
//
// Before, a walk over the new part of the graph counts how often each node is
// used by the gates of that part (gate.h: an exclusive or hides its inner
// ANDs). A node used once is not given a variable where its user can take its
// operands directly: trees of ANDs become one wide gate, and an exclusive or
// below an exclusive or makes a three-input one. Should such a node get another
// user later, it is encoded then; what was written before stays right.
#include "sat/cnf.h"

#include "base/mem.h"
#include "base/unreachable.h"
#include "sat/gate.h"

enum {
  HAS_POSITIVE = 1, // clauses of the positive literal are written
  HAS_NEGATIVE = 2,
  COUNTED = 4, // the node's own uses of its operands are counted
  ONE_USE = 8, // number of uses, saturating at two
  TWO_USES = 16,
};

struct cnf {
  const aig *graph;
  cnf_sink sink;
  void *sink_data;
  bool (*stop)(void *data); // may be NULL
  void *stop_data;
  VEC(int) variable;     // per node, 0: none
  VEC(uint8_t) state;    // per node
  VEC(uint32_t) touched; // nodes that have a state
  int last_variable;
  int truth;             // variable that is true, once a constant was asked for
  VEC(aig_lit) requests; // still to be met
  VEC(uint32_t) stack;   // of nodes to count, of literals to flatten
  VEC(aig_lit) leaves;   // of the wide gate at work
  VEC(aig_lit) asserted; // conjuncts still to be written
  VEC(int) clause;       // under construction
};

cnf *cnf_new(const aig *g, cnf_sink sink, void *data) {
  cnf *c = mem_alloc(sizeof *c);
  c->graph = g;
  c->sink = sink;
  c->sink_data = data;
  return c;
}

void cnf_free(cnf *c) {
  if (!c)
    return;
  vec_free(&c->variable);
  vec_free(&c->state);
  vec_free(&c->touched);
  vec_free(&c->requests);
  vec_free(&c->stack);
  vec_free(&c->leaves);
  vec_free(&c->asserted);
  vec_free(&c->clause);
  mem_free(c);
}

int cnf_variable(cnf *c) {
  assert(c->last_variable < INT32_MAX);
  return ++c->last_variable;
}

int cnf_variable_count(const cnf *c) { return c->last_variable; }

void cnf_restart(cnf *c) {
  for (uint32_t i = 0; i < c->touched.len; i++) {
    c->variable.data[c->touched.data[i]] = 0;
    c->state.data[c->touched.data[i]] = 0;
  }
  vec_clear(&c->touched);
  c->truth = 0;
  c->last_variable = 0;
}

const uint32_t *cnf_nodes(const cnf *c, uint32_t *n) {
  *n = c->touched.len;
  return c->touched.data;
}

int cnf_input_variable(const cnf *c, aig_lit input) {
  uint32_t node = aig_node_of(input);
  assert(!aig_sign(input) && aig_is_input(c->graph, node));
  return node < c->variable.len ? c->variable.data[node] : 0;
}

// --- counting uses -------------------------------------------------------

static void add_use(cnf *c, uint32_t node) {
  assert(node < c->state.len);
  uint8_t *s = &c->state.data[node];
  if (*s & ONE_USE)
    *s |= TWO_USES;
  *s |= ONE_USE;
  if (!(*s & COUNTED)) {
    *s |= COUNTED;
    vec_push(&c->touched, node);
    vec_push(&c->stack, node);
  }
}

static void count_uses(cnf *c, aig_lit root) {
  assert(c->stack.len == 0);
  add_use(c, aig_node_of(root));
  while (c->stack.len > 0) {
    uint32_t node = vec_pop(&c->stack);
    if (!aig_is_and(c->graph, node))
      continue;
    gate g = gate_of(c->graph, node);
    for (uint32_t i = 0; i < g.arity; i++)
      add_use(c, aig_node_of(g.in[i]));
  }
}

// May the user of this node take the node's operands in its place?
static bool is_absorbable(const cnf *c, uint32_t node) {
  return aig_is_and(c->graph, node) && c->variable.data[node] == 0 &&
         !(c->state.data[node] & TWO_USES);
}

// --- literals and requests -----------------------------------------------

static int truth(cnf *c) {
  if (c->truth == 0) {
    c->truth = cnf_variable(c);
    c->sink(c->sink_data, &c->truth, 1);
  }
  return c->truth;
}

// The SAT literal of a, whose definition will be there when the requests have
// been met.
static int request(cnf *c, aig_lit a) {
  uint32_t node = aig_node_of(a);
  assert(node == 0 || (c->state.data[node] & COUNTED));
  if (node == 0)
    return a == AIG_TRUE ? truth(c) : -truth(c);
  if (c->variable.data[node] == 0)
    c->variable.data[node] = cnf_variable(c);
  uint8_t polarity = aig_sign(a) ? HAS_NEGATIVE : HAS_POSITIVE;
  if (!(c->state.data[node] & polarity)) {
    c->state.data[node] |= polarity;
    if (aig_is_and(c->graph, node))
      vec_push(&c->requests, a);
  }
  return aig_sign(a) ? -c->variable.data[node] : c->variable.data[node];
}

// --- clauses -------------------------------------------------------------

// Starts a clause that holds whenever 'when' does (0: always).
static void begin_clause(cnf *c, int when) {
  assert(c->clause.len == 0);
  if (when != 0)
    vec_push(&c->clause, -when);
}

static void end_clause(cnf *c) {
  assert(c->clause.len > 0);
  c->sink(c->sink_data, c->clause.data, c->clause.len);
  vec_clear(&c->clause);
}

static void add_clause(cnf *c, int when, const aig_lit *lits, uint32_t n) {
  begin_clause(c, when);
  for (uint32_t i = 0; i < n; i++)
    vec_push(&c->clause, request(c, lits[i]));
  end_clause(c);
}

static void add_clause2(cnf *c, int when, aig_lit a, aig_lit b) {
  add_clause(c, when, (aig_lit[]){a, b}, 2);
}

static void add_clause3(cnf *c, int when, aig_lit a, aig_lit b, aig_lit d) {
  add_clause(c, when, (aig_lit[]){a, b, d}, 3);
}

// The operands of the tree of ANDs at 'node', into c->leaves.
static void collect_leaves(cnf *c, uint32_t node) {
  vec_clear(&c->leaves);
  assert(c->stack.len == 0);
  vec_push(&c->stack, aig_right(c->graph, node));
  vec_push(&c->stack, aig_left(c->graph, node));
  while (c->stack.len > 0) {
    aig_lit a = vec_pop(&c->stack);
    uint32_t below = aig_node_of(a);
    if (aig_sign(a) || !is_absorbable(c, below) ||
        gate_of(c->graph, below).kind != GATE_AND) {
      vec_push(&c->leaves, a);
      continue;
    }
    vec_push(&c->stack, aig_right(c->graph, below));
    vec_push(&c->stack, aig_left(c->graph, below));
  }
}

static void write_and(cnf *c, uint32_t node, bool positive, int when) {
  collect_leaves(c, node);
  if (positive) {
    for (uint32_t i = 0; i < c->leaves.len; i++)
      add_clause(c, when, &c->leaves.data[i], 1);
  } else {
    for (uint32_t i = 0; i < c->leaves.len; i++)
      c->leaves.data[i] = aig_not(c->leaves.data[i]);
    add_clause(c, when, c->leaves.data, c->leaves.len);
  }
}

// 'when' implies that an odd number of the three holds.
static void write_xor3(cnf *c, aig_lit x, aig_lit y, aig_lit z, int when) {
  add_clause3(c, when, x, y, z);
  add_clause3(c, when, x, aig_not(y), aig_not(z));
  add_clause3(c, when, aig_not(x), y, aig_not(z));
  add_clause3(c, when, aig_not(x), aig_not(y), z);
}

// If operand 'at' of the exclusive or x is one itself and used nowhere else,
// writes both as one.
static bool write_nested_xor(cnf *c, const gate *x, uint32_t at, bool positive,
                             int when) {
  aig_lit inner = x->in[at], other = x->in[1 - at];
  if (!is_absorbable(c, aig_node_of(inner)))
    return false;
  gate y = gate_of(c->graph, aig_node_of(inner));
  if (y.kind != GATE_XOR)
    return false;
  bool flip = aig_sign(inner) == positive;
  write_xor3(c, flip ? aig_not(other) : other, y.in[0], y.in[1], when);
  return true;
}

static void write_xor(cnf *c, const gate *x, bool positive, int when) {
  if (write_nested_xor(c, x, 0, positive, when) ||
      write_nested_xor(c, x, 1, positive, when))
    return;
  aig_lit a = positive ? x->in[0] : aig_not(x->in[0]), b = x->in[1];
  add_clause2(c, when, a, b);
  add_clause2(c, when, aig_not(a), aig_not(b));
}

// The last clause is implied, but lets unit propagation see what both branches
// share.
static void write_mux(cnf *c, const gate *m, bool positive, int when) {
  aig_lit condition = m->in[0];
  aig_lit yes = positive ? m->in[1] : aig_not(m->in[1]);
  aig_lit no = positive ? m->in[2] : aig_not(m->in[2]);
  add_clause2(c, when, aig_not(condition), yes);
  add_clause2(c, when, condition, no);
  add_clause2(c, when, yes, no);
}

static void write_majority(cnf *c, const gate *m, bool positive, int when) {
  aig_lit in[3];
  for (int i = 0; i < 3; i++)
    in[i] = positive ? m->in[i] : aig_not(m->in[i]);
  add_clause2(c, when, in[0], in[1]);
  add_clause2(c, when, in[0], in[2]);
  add_clause2(c, when, in[1], in[2]);
}

// 'when' (0: always) implies the literal a of an AND node.
static void write_gate(cnf *c, aig_lit a, int when) {
  uint32_t node = aig_node_of(a);
  assert(aig_is_and(c->graph, node));
  bool positive = !aig_sign(a);
  gate g = gate_of(c->graph, node);
  switch (g.kind) {
  case GATE_AND:
    write_and(c, node, positive, when);
    return;
  case GATE_XOR:
    write_xor(c, &g, positive, when);
    return;
  case GATE_MUX:
    write_mux(c, &g, positive, when);
    return;
  case GATE_MAJORITY:
    write_majority(c, &g, positive, when);
    return;
  }
  UNREACHABLE();
}

bool cnf_settle(cnf *c) {
  enum { POLL_REQUESTS = 4096 };
  for (uint32_t i = 1; c->requests.len > 0; i++) {
    aig_lit a = vec_pop(&c->requests);
    int v = c->variable.data[aig_node_of(a)];
    write_gate(c, a, aig_sign(a) ? -v : v);
    if (i % POLL_REQUESTS == 0 && c->stop && c->stop(c->stop_data))
      return false;
  }
  return true;
}

void cnf_set_stop(cnf *c, bool (*stop)(void *data), void *data) {
  c->stop = stop;
  c->stop_data = data;
}

static void prepare(cnf *c, aig_lit root) {
  assert(aig_node_of(root) < aig_count(c->graph));
  vec_resize(&c->variable, aig_count(c->graph));
  vec_resize(&c->state, aig_count(c->graph));
  count_uses(c, root);
}

int cnf_literal(cnf *c, aig_lit a) {
  prepare(c, a);
  int lit = request(c, a);
  cnf_settle(c);
  return lit;
}

// A node that nothing else uses needs no variable here: its clauses are written
// straight under the guard, and conjunctions are split, so that the solver gets
// the conjuncts themselves.
static void assert_literal(cnf *c, aig_lit a, int guard) {
  uint32_t node = aig_node_of(a);
  if (!is_absorbable(c, node)) {
    add_clause(c, guard, &a, 1);
  } else if (!aig_sign(a) && gate_of(c->graph, node).kind == GATE_AND) {
    vec_push(&c->asserted, aig_right(c->graph, node));
    vec_push(&c->asserted, aig_left(c->graph, node));
  } else {
    write_gate(c, a, guard);
  }
}

void cnf_assert(cnf *c, aig_lit a, int guard) {
  prepare(c, a);
  assert(c->asserted.len == 0);
  vec_push(&c->asserted, a);
  while (c->asserted.len > 0)
    assert_literal(c, vec_pop(&c->asserted), guard);
  cnf_settle(c);
}
