// SPDX-License-Identifier: Apache-2.0
// What is not needed of an interpolant goes.
//
// Interpolants of proofs are bulky: they tell how the solver searched. But each
// only has to do two things, and both are small questions, one per *link* of
// the sequence:
//   I_c, the clauses of block c, and not I_c+1 are unsatisfiable.
// The clauses are those of the proof's core, so all links together are a small
// part of the query. I_c is written as a monotone circuit over literals of
// bits, with clauses for the polarity in which it is used; so is not I_c+1.
// Each clause says "this gate implies that operand". A clause that the
// refutation of the link does not need is dropped: the operand becomes true. So
// I_c gets weaker and I_c+1 gets stronger (its complement weaker), and the link
// still holds. Neither hurts the neighbors: a weaker I_c is easier to imply, a
// stronger I_c+1 implies more. So links may be taken in any order, again and
// again.
//
// This is the dropping of conjuncts, carried on into the circuit and applied to
// both sides.
#include "interpolate/proof/reduce.h"

#include <stdlib.h>

#include "base/mem.h"

enum {
  MAX_SWEEPS = 3,       // over all links
  MAX_CONFLICTS = 5000, // of one link, if it is not larger than the query
  MIN_CONFLICTS = 100,
  BULKY = 4 // times as many gates as the query has clauses: a hopeless case
};

// A literal of an AND node that the link speaks about, and the number of its
// first clause: there is one per operand if it is a conjunction, one if it is a
// disjunction.
typedef struct {
  aig_lit literal;
  uint32_t clause;
} gate_clauses;

// One side of a link: a literal of the graph that is asserted.
typedef struct {
  aig_lit root;
  uint32_t unit; // number of the clause that asserts it
  VEC(gate_clauses) gates;
} side;

typedef struct {
  itp_bit_interpolants *b;
  const itp_run *run;
  const env *env;
  const limits *limits;
  uint64_t effort;           // clauses and, about, literals of lemmas so far
  VEC(uint32_t) core;        // originals of the run's core, increasing
  VEC(uint32_t) core_starts; // by block
  int *of_variable; // by SAT variable of the run: variable of the link, or 0
  // The link at work.
  cadical *sat;
  proof *proof;
  int variables;
  uint32_t clauses;
  VEC(int) used;         // SAT variables of the run that it has
  VEC(int) of_literal;   // by literal of the graph: variable of the link, or 0
  VEC(aig_lit) literals; // that have one
  VEC(aig_lit) stack;
  VEC(int) clause;
  uint8_t *needed;    // by number of clause
  VEC(aig_lit) value; // by literal of the graph: what replaces it
  side left, right;
} reducer;

// --- clauses of a link -------------------------------------------------------

static uint32_t add_clause(reducer *w, const int *literals, uint32_t n) {
  cadical_add(w->sat, literals, n);
  proof_add_original(w->proof, literals, n);
  return w->clauses++;
}

static int link_literal(reducer *w, int literal) {
  int v = literal < 0 ? -literal : literal;
  if (w->of_variable[v] == 0) {
    w->of_variable[v] = ++w->variables;
    vec_push(&w->used, v);
  }
  return literal < 0 ? -w->of_variable[v] : w->of_variable[v];
}

static void add_block(reducer *w, uint32_t block) {
  uint32_t end = w->core_starts.data[block + 1];
  for (uint32_t i = w->core_starts.data[block]; i < end; i++) {
    uint32_t id = w->core.data[i];
    uint32_t n = proof_clause(w->run->proof, id, NULL);
    vec_resize(&w->clause, n);
    proof_clause(w->run->proof, id, w->clause.data);
    for (uint32_t j = 0; j < n; j++)
      w->clause.data[j] = link_literal(w, w->clause.data[j]);
    add_clause(w, w->clause.data, n);
  }
}

// The variable that implies literal a. Complements have variables of their
// own: the circuit is monotone over literals of bits.
static int request(reducer *w, aig_lit a) {
  const aig *g = w->b->graph;
  uint32_t node = aig_node_of(a);
  assert(node != 0);
  if (aig_is_input(g, node)) {
    int v = w->b->inputs.data[aig_input_index(g, node)];
    return link_literal(w, aig_sign(a) ? -v : v);
  }
  if (w->of_literal.data[a] == 0) {
    w->of_literal.data[a] = ++w->variables;
    vec_push(&w->literals, a);
    vec_push(&w->stack, a);
  }
  return w->of_literal.data[a];
}

static void add_gate(reducer *w, side *s, aig_lit a) {
  const aig *g = w->b->graph;
  uint32_t node = aig_node_of(a);
  aig_lit flip = aig_sign(a) ? 1 : 0;
  int gate = w->of_literal.data[a];
  int x = request(w, aig_left(g, node) ^ flip);
  int y = request(w, aig_right(g, node) ^ flip);
  gate_clauses of = {.literal = a, .clause = w->clauses};
  vec_push(&s->gates, of);
  if (flip) {
    add_clause(w, (int[]){-gate, x, y}, 3);
  } else {
    add_clause(w, (int[]){-gate, x}, 2);
    add_clause(w, (int[]){-gate, y}, 2);
  }
}

static void add_side(reducer *w, side *s, aig_lit root) {
  s->root = root;
  vec_clear(&s->gates);
  if (root == AIG_TRUE)
    return;
  int top = request(w, root);
  s->unit = add_clause(w, &top, 1);
  while (w->stack.len > 0)
    add_gate(w, s, vec_pop(&w->stack));
}

static void open_link(reducer *w) {
  w->sat = cadical_new((int)w->env->options->seed, true);
  w->proof = proof_new();
  w->variables = 0;
  w->clauses = 0;
  vec_resize(&w->of_literal, 2 * aig_count(w->b->graph));
  vec_resize(&w->value, 2 * aig_count(w->b->graph));
}

static void close_link(reducer *w) {
  cadical_free(w->sat);
  proof_free(w->proof);
  for (uint32_t i = 0; i < w->used.len; i++)
    w->of_variable[w->used.data[i]] = 0;
  for (uint32_t i = 0; i < w->literals.len; i++)
    w->of_literal.data[w->literals.data[i]] = 0;
  vec_clear(&w->used);
  vec_clear(&w->literals);
  mem_free(w->needed);
  w->needed = NULL;
}

// --- dropping ----------------------------------------------------------------

static bool must_stop(void *data) {
  return limits_stop(((const reducer *)data)->limits) != LIMIT_NONE;
}

static uint64_t first_clauses(const itp_run *r) {
  return r->first_clauses > 0 ? r->first_clauses : 1;
}

// A link of bulky interpolants may be many times as large as the query, and
// each conflict as many times as expensive.
static int conflicts_allowed(const reducer *w) {
  uint64_t query = first_clauses(w->run);
  if (w->clauses <= query)
    return MAX_CONFLICTS;
  uint64_t fewer = MAX_CONFLICTS * query / w->clauses;
  return fewer > MIN_CONFLICTS ? (int)fewer : MIN_CONFLICTS;
}

// Refutes the link and marks the clauses that are needed. False: no time.
static bool find_needed(reducer *w) {
  if (w->sat == NULL)
    return false;
  cadical_set_terminator(w->sat, must_stop, w);
  cadical_limit_conflicts(w->sat, conflicts_allowed(w));
  if (cadical_solve(w->sat) != CADICAL_UNSAT)
    return false;
  size_t size;
  const uint8_t *trace = cadical_proof(w->sat, &size);
  w->effort += w->clauses + size / 8 * (1 + w->clauses / first_clauses(w->run));
  proof_keep_chains(w->proof);
  if (!proof_add_trace(w->proof, trace, size) ||
      proof_check(w->proof, PROOF_BACKWARD, NULL, 0, w->limits) !=
          PROOF_VERIFIED)
    return false;
  uint32_t count;
  const uint32_t *core = proof_core(w->proof, &count);
  w->needed = mem_alloc(w->clauses);
  for (uint32_t i = 0; i < count; i++)
    if (core[i] < w->clauses)
      w->needed[core[i]] = 1;
  return true;
}

static aig_lit value_of(const reducer *w, aig_lit a) {
  return aig_is_and(w->b->graph, aig_node_of(a)) ? w->value.data[a] : a;
}

static aig_lit rebuild_gate(reducer *w, gate_clauses of) {
  aig *g = w->b->graph;
  uint32_t node = aig_node_of(of.literal);
  aig_lit flip = aig_sign(of.literal) ? 1 : 0;
  aig_lit x = value_of(w, aig_left(g, node) ^ flip);
  aig_lit y = value_of(w, aig_right(g, node) ^ flip);
  if (flip)
    return w->needed[of.clause] ? aig_or(g, x, y) : AIG_TRUE;
  return aig_and(g, w->needed[of.clause] ? x : AIG_TRUE,
                 w->needed[of.clause + 1] ? y : AIG_TRUE);
}

static int compare_gates(const void *a, const void *b) {
  aig_lit x = ((const gate_clauses *)a)->literal;
  aig_lit y = ((const gate_clauses *)b)->literal;
  return (x > y) - (x < y);
}

// The side without what is not needed. Larger literals come later: operands
// first.
static aig_lit rebuild(reducer *w, side *s) {
  if (s->root == AIG_TRUE || !w->needed[s->unit])
    return AIG_TRUE;
  if (s->gates.len > 1)
    qsort(s->gates.data, s->gates.len, sizeof *s->gates.data, compare_gates);
  for (uint32_t i = 0; i < s->gates.len; i++) {
    aig_lit replaced = rebuild_gate(w, s->gates.data[i]);
    w->value.data[s->gates.data[i].literal] = replaced;
  }
  return value_of(w, s->root);
}

// --- links -------------------------------------------------------------------

// Reduces both sides of the link of a block. False: no time.
static bool reduce_link(reducer *w, uint32_t block) {
  uint32_t cuts = w->b->results.len;
  aig_lit *before = block > 0 ? &w->b->results.data[block - 1] : NULL;
  aig_lit *after = block < cuts ? &w->b->results.data[block] : NULL;
  if (after && *after == AIG_TRUE) {
    if (before)
      *before = AIG_TRUE;
    return true;
  }
  if (before && *before == AIG_FALSE) {
    if (after)
      *after = AIG_FALSE;
    return true;
  }
  open_link(w);
  add_side(w, &w->left, before ? *before : AIG_TRUE);
  add_side(w, &w->right, after ? aig_not(*after) : AIG_TRUE);
  add_block(w, block);
  bool done = find_needed(w);
  if (done && before)
    *before = rebuild(w, &w->left);
  if (done && after)
    *after = aig_not(rebuild(w, &w->right));
  close_link(w);
  return done;
}

// --- all of it ---------------------------------------------------------------

static void init(reducer *w) {
  uint32_t count, originals = proof_original_count(w->run->proof);
  const uint32_t *core = proof_core(w->run->proof, &count);
  uint8_t *in_core = mem_alloc(originals);
  for (uint32_t i = 0; i < count; i++)
    if (core[i] < originals)
      in_core[core[i]] = 1;
  const itp_refutation *r = &w->run->refutation;
  for (uint32_t block = 0; block < r->block_count; block++) {
    vec_push(&w->core_starts, w->core.len);
    for (uint32_t id = r->block_starts[block]; id < r->block_starts[block + 1];
         id++)
      if (in_core[id])
        vec_push(&w->core, id);
  }
  vec_push(&w->core_starts, w->core.len);
  mem_free(in_core);
  w->of_variable = mem_alloc((r->variable_count + 1) * sizeof(int));
}

static void clear(reducer *w) {
  vec_free(&w->core);
  vec_free(&w->core_starts);
  mem_free(w->of_variable);
  vec_free(&w->used);
  vec_free(&w->of_literal);
  vec_free(&w->literals);
  vec_free(&w->stack);
  vec_free(&w->clause);
  vec_free(&w->value);
  vec_free(&w->left.gates);
  vec_free(&w->right.gates);
}

// Counted, not timed, so that equal queries have equal answers.
static uint64_t effort_allowed(const itp_run *r) {
  return 20000 + r->first_clauses + r->first_trace / 8;
}

// Links from the last to the first. False: no time.
static bool sweep(reducer *w) {
  for (uint32_t i = w->b->results.len + 1; i-- > 0;)
    if (w->effort > effort_allowed(w->run) || !reduce_link(w, i))
      return false;
  return true;
}

void itp_reduce(itp_bit_interpolants *b, const itp_run *run, const env *e,
                const limits *l) {
  assert(run->status == REFUTE_UNSAT);
  if (itp_bits_size(b) > BULKY * run->first_clauses)
    return;
  reducer w = {.b = b, .run = run, .env = e, .limits = l};
  init(&w);
  for (int i = 0; i < MAX_SWEEPS; i++) {
    uint32_t before = itp_bits_size(b);
    if (!sweep(&w) || itp_bits_size(b) >= before - before / 20)
      break;
  }
  clear(&w);
}
