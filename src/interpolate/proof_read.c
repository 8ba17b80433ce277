// SPDX-License-Identifier: Apache-2.0
// Interpolants from a resolution proof, one pass per cut.
//
// McMillan, "Interpolation and SAT-Based Model Checking" (CAV 2003): at cut c
// the clauses of blocks before c are A, the others B. A variable is *past* if
// no clause from block c on has it. Every clause C of the proof has a partial
// interpolant I_c(C):
//   - C in A: the disjunction of its literals that are not past;
//   - C in B: true;
//   - C resolved from D and E: their disjunction if the pivot is past, else
//     their conjunction;
// and that of the empty clause is the interpolant. The proof knows nothing of
// cuts: labels are given afterwards, so one refutation serves all.
//
// Two changes. A clause derived from A alone is treated like one of A: its
// partial interpolant is the disjunction of its own literals, whatever the
// derivation. It follows from A, and is smaller (as in Gurfinkel and Vizel,
// "DRUPing for Interpolants", FMCAD 2014). Likewise a clause derived from B
// alone has true. So at cut c only clauses whose derivation spans c need work,
// and a long sequence of blocks costs little more than a pair. The second: a
// variable counts for the blocks of the *core* only.
//
// Why the sequence is inductive. Let m(C) be the literals of C whose variable
// occurs last in block c, and G the clauses of block c. For every clause C:
//   I_c(C) and G imply I_c+1(C) or m(C).
// For the empty clause, m is empty, and this is what inductive means.
// Proof. (1) C is derived from blocks before c: both are disjunctions of
// literals of C, and they differ by m(C). (2) From blocks after c: I_c+1(C) is
// true. (3) From blocks up to and including c: I_c+1(C) or m(C) is g(C), the
// literals not past at c, and induction over the derivation shows that
// I_c(C) and G imply g(C): so for originals of both kinds; for a pivot past
// at c, g of a premise does not have it; for another, the conjunction lets
// the premises' g(D), g(E) resolve to g(C). (4) Otherwise both follow
// the derivation. A pivot whose last block is before c: both are
// disjunctions, and m does not have it. A pivot whose last block is after c:
// both are conjunctions, the same. Last block c: a conjunction implies a
// disjunction up to the two literals of the pivot, which are in m of the
// premises and cannot both be true. The checker's chains end in a subset of
// the lemma; adding literals to a clause only makes the claim weaker.
#include "interpolate/proof_read.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

// Where something occurs or is derived from: blocks first .. last.
typedef struct {
  uint32_t first, last;
} span;

static const span NOWHERE = {UINT32_MAX, 0};

typedef struct {
  const itp_refutation *r;
  const uint32_t *core; // ids, antecedents first
  uint32_t core_count;
  span *derived;       // by id: blocks of the originals it comes from
  span *occurs;        // by SAT variable: blocks of core originals
  uint32_t *pivots_of; // by id: where the pivots of its chain start
  VEC(int) pivots;     // variables; one less than the chain has ids
  VEC(int) literals;   // of the clause that was loaded last
  int8_t *sign;        // by SAT variable: in the resolvent at work, 0: not
  VEC(int) touched;    // variables whose sign was set
  itp_bit_interpolants *out;
  aig_lit *input_of; // by SAT variable: its input, 0: none yet
  uint32_t cut;
  uint32_t *cut_of; // by id: the cut that 'partial' is about
  aig_lit *partial; // by id
} reader;

static uint32_t variable_of(int literal) {
  return (uint32_t)(literal < 0 ? -literal : literal);
}

static span join(span a, span b) {
  return (span){a.first < b.first ? a.first : b.first,
                a.last > b.last ? a.last : b.last};
}

static void load(reader *w, uint32_t id) {
  uint32_t n = proof_clause(w->r->proof, id, NULL);
  vec_resize(&w->literals, n);
  proof_clause(w->r->proof, id, w->literals.data);
}

// --- preparation: the same for all cuts --------------------------------------

static bool is_original(const reader *w, uint32_t id) {
  return id < proof_original_count(w->r->proof);
}

static uint32_t block_of(const itp_refutation *r, uint32_t id) {
  uint32_t low = 0, high = r->block_count;
  assert(id < r->block_starts[high]);
  while (high - low > 1) {
    uint32_t middle = low + (high - low) / 2;
    if (r->block_starts[middle] <= id)
      low = middle;
    else
      high = middle;
  }
  assert(r->block_starts[low] <= id && id < r->block_starts[low + 1]);
  return low;
}

static void prepare_original(reader *w, uint32_t id) {
  uint32_t block = block_of(w->r, id);
  w->derived[id] = (span){block, block};
  load(w, id);
  for (uint32_t i = 0; i < w->literals.len; i++) {
    span *s = &w->occurs[variable_of(w->literals.data[i])];
    *s = join(*s, w->derived[id]);
  }
}

static void forget_resolvent(reader *w) {
  for (uint32_t i = 0; i < w->touched.len; i++)
    w->sign[w->touched.data[i]] = 0;
  vec_clear(&w->touched);
}

// Resolves w's resolvent with a clause; returns the pivot, or 0 for the first
// clause of a chain.
static int resolve_with(reader *w, uint32_t id) {
  int pivot = 0;
  load(w, id);
  for (uint32_t i = 0; i < w->literals.len; i++) {
    int v = (int)variable_of(w->literals.data[i]);
    int8_t sign = w->literals.data[i] < 0 ? -1 : 1;
    if (w->sign[v] == -sign) {
      assert(pivot == 0 && "a chain resolves on one variable at a time");
      pivot = v;
      w->sign[v] = 0;
      continue;
    }
    w->sign[v] = sign;
    vec_push(&w->touched, v);
  }
  return pivot;
}

static void prepare_derived(reader *w, uint32_t id) {
  uint32_t n;
  const uint32_t *chain = proof_chain(w->r->proof, id, &n);
  assert(n > 0);
  w->pivots_of[id] = w->pivots.len;
  span s = NOWHERE;
  for (uint32_t i = 0; i < n; i++) {
    s = join(s, w->derived[chain[i]]);
    int pivot = resolve_with(w, chain[i]);
    assert((pivot != 0) == (i > 0));
    if (i > 0)
      vec_push(&w->pivots, pivot);
  }
  w->derived[id] = s;
  forget_resolvent(w);
}

static void prepare(reader *w) {
  for (uint32_t v = 0; v <= w->r->variable_count; v++)
    w->occurs[v] = NOWHERE;
  for (uint32_t i = 0; i < w->core_count; i++) {
    if (is_original(w, w->core[i]))
      prepare_original(w, w->core[i]);
    else
      prepare_derived(w, w->core[i]);
  }
}

// --- one cut -----------------------------------------------------------------

static bool is_past(const reader *w, int variable) {
  return w->occurs[variable].last < w->cut;
}

static bool is_shared(const reader *w, int variable) {
  return w->occurs[variable].first < w->cut && !is_past(w, variable);
}

static aig_lit bit(reader *w, int literal) {
  uint32_t v = variable_of(literal);
  if (w->input_of[v] == 0) {
    w->input_of[v] = aig_input(w->out->graph);
    vec_push(&w->out->inputs, (int)v);
  }
  return literal < 0 ? aig_not(w->input_of[v]) : w->input_of[v];
}

static int compare_literals(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

// The disjunction of w->literals that are shared, in a fixed order, so that
// clauses with a common part share gates.
static aig_lit shared_part(reader *w) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < w->literals.len; i++)
    if (is_shared(w, (int)variable_of(w->literals.data[i])))
      w->literals.data[kept++] = w->literals.data[i];
  if (kept > 1)
    qsort(w->literals.data, kept, sizeof *w->literals.data, compare_literals);
  aig_lit any = AIG_FALSE;
  for (uint32_t i = 0; i < kept; i++)
    any = aig_or(w->out->graph, any, bit(w, w->literals.data[i]));
  return any;
}

static bool is_before(const reader *w, uint32_t id) {
  return w->derived[id].last < w->cut;
}

static aig_lit partial_of(reader *w, uint32_t id) {
  if (w->derived[id].first >= w->cut)
    return AIG_TRUE;
  if (is_before(w, id) && w->cut_of[id] != w->cut) {
    load(w, id);
    w->partial[id] = shared_part(w);
    w->cut_of[id] = w->cut;
  }
  assert(w->cut_of[id] == w->cut);
  return w->partial[id];
}

// Resolves the first clauses of the chain, all derived before the cut: the
// result is, too.
static aig_lit resolve_prefix(reader *w, const uint32_t *chain, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    (void)resolve_with(w, chain[i]);
  vec_clear(&w->literals);
  for (uint32_t i = 0; i < w->touched.len; i++) {
    int v = w->touched.data[i];
    if (w->sign[v] != 0)
      vec_push(&w->literals, w->sign[v] < 0 ? -v : v);
    w->sign[v] = 0;
  }
  vec_clear(&w->touched);
  return shared_part(w);
}

static aig_lit evaluate_chain(reader *w, uint32_t id) {
  uint32_t n, prefix = 0;
  const uint32_t *chain = proof_chain(w->r->proof, id, &n);
  const int *pivots = &w->pivots.data[w->pivots_of[id]];
  while (prefix < n && is_before(w, chain[prefix]))
    prefix++;
  assert(prefix < n);
  if (prefix < 2)
    prefix = 1;
  aig_lit all =
      prefix == 1 ? partial_of(w, chain[0]) : resolve_prefix(w, chain, prefix);
  for (uint32_t i = prefix; i < n; i++) {
    aig_lit next = partial_of(w, chain[i]);
    if (is_past(w, pivots[i - 1]))
      all = aig_or(w->out->graph, all, next);
    else
      all = aig_and(w->out->graph, all, next);
  }
  return all;
}

static bool spans_cut(const reader *w, uint32_t id) {
  return w->derived[id].first < w->cut && !is_before(w, id);
}

// False: a limit was hit.
static bool interpolate_cut(reader *w, const limits *l) {
  for (uint32_t i = 0; i < w->core_count; i++) {
    uint32_t id = w->core[i];
    if (!spans_cut(w, id))
      continue;
    w->partial[id] = evaluate_chain(w, id);
    w->cut_of[id] = w->cut;
    if (i % 1024 == 0 && limits_stop(l) != LIMIT_NONE)
      return false;
  }
  aig_lit result = partial_of(w, w->core[w->core_count - 1]);
  vec_push(&w->out->results, result);
  return true;
}

// --- all of it ---------------------------------------------------------------

static void init_reader(reader *w) {
  w->core = proof_core(w->r->proof, &w->core_count);
  uint32_t ids = 0, variables = w->r->variable_count + 1;
  for (uint32_t i = 0; i < w->core_count; i++)
    ids = w->core[i] >= ids ? w->core[i] + 1 : ids;
  w->derived = mem_alloc(ids * sizeof *w->derived);
  w->pivots_of = mem_alloc(ids * sizeof *w->pivots_of);
  w->cut_of = mem_alloc(ids * sizeof *w->cut_of);
  w->partial = mem_alloc(ids * sizeof *w->partial);
  w->occurs = mem_alloc(variables * sizeof *w->occurs);
  w->sign = mem_alloc(variables * sizeof *w->sign);
  w->input_of = mem_alloc(variables * sizeof *w->input_of);
}

static void clear_reader(reader *w) {
  mem_free(w->derived);
  mem_free(w->pivots_of);
  mem_free(w->cut_of);
  mem_free(w->partial);
  mem_free(w->occurs);
  mem_free(w->sign);
  mem_free(w->input_of);
  vec_free(&w->pivots);
  vec_free(&w->literals);
  vec_free(&w->touched);
}

bool itp_read_interpolants(const itp_refutation *r, const limits *l,
                           itp_bit_interpolants *out) {
  assert(out->graph == NULL && r->block_count >= 2);
  out->graph = aig_new();
  reader w = {.r = r, .out = out};
  init_reader(&w);
  prepare(&w);
  bool in_time = true;
  for (w.cut = 1; w.cut < r->block_count && in_time; w.cut++)
    in_time = interpolate_cut(&w, l);
  clear_reader(&w);
  return in_time;
}

void itp_bit_interpolants_clear(itp_bit_interpolants *b) {
  aig_free(b->graph);
  b->graph = NULL;
  vec_free(&b->inputs);
  vec_free(&b->results);
}

uint32_t itp_bits_size(const itp_bit_interpolants *b) {
  uint32_t count = 0, nodes = aig_count(b->graph);
  uint8_t *used = mem_alloc(nodes);
  for (uint32_t i = 0; i < b->results.len; i++)
    used[aig_node_of(b->results.data[i])] = 1;
  for (uint32_t node = nodes; node-- > 1;) { // users before operands
    if (!used[node] || !aig_is_and(b->graph, node))
      continue;
    count++;
    used[aig_node_of(aig_left(b->graph, node))] = 1;
    used[aig_node_of(aig_right(b->graph, node))] = 1;
  }
  mem_free(used);
  return count;
}
