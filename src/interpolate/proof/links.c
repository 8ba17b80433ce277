// SPDX-License-Identifier: Apache-2.0
// Checking interpolants along the refutation they were read off.
//
// That an interpolant follows is a question for a solver like any other, and
// where interpolants are bulky it may be far harder than the refutation they
// came from. But the refutation has the answer, clause by clause. What follows
// is a proof that the sequence is inductive; here it is written down for each
// link, as lemmas that follow from the ones before by unit propagation, and
// given to the proof checker, which knows nothing of interpolation.
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
// premises and cannot both be true.
//
// The lemmas. One of the form "I_c(C) implies I_c+1(C) or m(C)" is *closed*;
// one of the form "I_c(C) implies g(C)" is *open*, for cases (1) and (3), where
// the closed one follows from it. A lemma names what it follows from
// (sat/hinted.h): lemmas of the premises, and what the gates mean that it
// speaks about. The graph is as it was asked for (aig_new_unrewritten): where a
// gate is rewritten by what is below it, what it is made of may be known and
// not propagate.
#include "interpolate/proof/links.h"

#include "base/mem.h"
#include "interpolate/proof/partial.h"
#include "sat/hinted.h"

// What a clause of the refutation has in the link at work. Trivial lemmas are
// none.
typedef struct {
  uint32_t block; // whose link this is about, plus one
  bool has_open, has_closed;
  uint32_t open, closed; // lemmas
} stated;

// Of a chain: the lemma of an antecedent, and the partial interpolants of the
// resolvent behind it.
typedef struct {
  uint32_t premise;
  aig_lit left, right;
} chain_step;

typedef struct {
  itp_derivation d;
  itp_partials left, right; // cuts before and behind the block
  uint32_t block;
  hinted *proof;  // of the link at work
  stated *stated; // by id
  uint32_t *gate; // by node of the graph: its first clause
  uint32_t node_count;
  bool is_broken; // a lemma does not follow
  VEC(int) clause;
  VEC(uint32_t) hints;
  VEC(chain_step) steps;
  VEC(uint32_t) cone; // nodes
  uint32_t *reached;  // by node: the search that found it
  uint32_t search;
} checker;

// --- gates -------------------------------------------------------------------

static int literal_of(const checker *w, aig_lit a) {
  const aig *g = w->d.out->graph;
  uint32_t node = aig_node_of(a);
  assert(node > 0 && node < w->node_count);
  int v = aig_is_input(g, node)
              ? w->d.out->inputs.data[aig_input_index(g, node)]
              : (int)(w->d.r->variable_count + node);
  return aig_sign(a) ? -v : v;
}

// What the gate means: three clauses, the first one's number.
static uint32_t define(checker *w, uint32_t node) {
  const aig *g = w->d.out->graph;
  if (w->gate[node] == HINTED_NONE) {
    int gate = literal_of(w, aig_make_lit(node, false));
    int x = literal_of(w, aig_left(g, node));
    int y = literal_of(w, aig_right(g, node));
    w->gate[node] = hinted_add_axiom(w->proof, (int[]){-gate, x}, 2);
    (void)hinted_add_axiom(w->proof, (int[]){-gate, y}, 2);
    (void)hinted_add_axiom(w->proof, (int[]){gate, -x, -y}, 3);
  }
  return w->gate[node];
}

// What a gate that is true says of its operands, or what one that is false
// does.
static void hint_gate(checker *w, uint32_t node, bool is_true) {
  uint32_t first = define(w, node);
  vec_push(&w->hints, is_true ? first : first + 2);
  if (is_true)
    vec_push(&w->hints, first + 1);
}

static void hint_literal(checker *w, aig_lit a, bool is_true) {
  if (aig_is_and(w->d.out->graph, aig_node_of(a)))
    hint_gate(w, aig_node_of(a), is_true != aig_sign(a));
}

// Adds the gate to w->cone, unless this search found it before.
static void reach(checker *w, aig_lit a) {
  uint32_t node = aig_node_of(a);
  if (!aig_is_and(w->d.out->graph, node) || w->reached[node] == w->search)
    return;
  w->reached[node] = w->search;
  vec_push(&w->cone, node);
}

// The gates of a disjunction of literals, to w->cone, users first.
static void find_disjunction(checker *w, aig_lit a) {
  const aig *g = w->d.out->graph;
  vec_clear(&w->cone);
  w->search++;
  reach(w, a);
  for (uint32_t i = 0; i < w->cone.len; i++) {
    reach(w, aig_left(g, w->cone.data[i]));
    reach(w, aig_right(g, w->cone.data[i]));
  }
}

// --- lemmas ------------------------------------------------------------------

// Makes w->clause "a implies b, or one of the loaded literals whose variable
// occurs last in the blocks from this one up to 'last'". False: trivially so.
static bool make_clause(checker *w, aig_lit a, aig_lit b, uint32_t last) {
  if (a == AIG_FALSE || b == AIG_TRUE)
    return false;
  vec_clear(&w->clause);
  if (a != AIG_TRUE)
    vec_push(&w->clause, -literal_of(w, a));
  if (b != AIG_FALSE)
    vec_push(&w->clause, literal_of(w, b));
  for (uint32_t i = 0; i < w->d.literals.len; i++) {
    int x = w->d.literals.data[i];
    uint32_t end = w->d.occurs[x < 0 ? -x : x].last;
    if (end >= w->block && end <= last)
      vec_push(&w->clause, x);
  }
  return true;
}

// Derives w->clause from w->hints.
static uint32_t derive(checker *w) {
  uint32_t lemma = hinted_add_lemma(w->proof, w->clause.data, w->clause.len,
                                    w->hints.data, w->hints.len);
  w->is_broken |= lemma == HINTED_NONE;
  return lemma;
}

// From the meaning of the disjunction a alone. Its gates are conjunctions of
// complements.
static uint32_t open_disjunction(checker *w, aig_lit a) {
  if (!make_clause(w, a, AIG_FALSE, UINT32_MAX))
    return HINTED_NONE;
  vec_clear(&w->hints);
  find_disjunction(w, a);
  for (uint32_t i = w->cone.len; i > 0; i--)
    hint_gate(w, w->cone.data[i - 1], false);
  return derive(w);
}

// From the open lemma, where b is a disjunction.
static uint32_t close_disjunction(checker *w, aig_lit a, aig_lit b,
                                  uint32_t open) {
  if (!make_clause(w, a, b, w->block))
    return HINTED_NONE;
  vec_clear(&w->hints);
  find_disjunction(w, b);
  for (uint32_t i = 0; i < w->cone.len; i++)
    hint_gate(w, w->cone.data[i], true);
  vec_push(&w->hints, open);
  return derive(w);
}

// --- one clause --------------------------------------------------------------

// What is known of a clause in this link.
static stated *stated_of(checker *w, uint32_t id) {
  stated *s = &w->stated[id];
  if (s->block != w->block + 1)
    *s = (stated){.block = w->block + 1};
  return s;
}

// The open lemma of what is derived up to this block. What is derived in it has
// one already.
static uint32_t need_open(checker *w, uint32_t id) {
  stated *s = stated_of(w, id);
  if (!s->has_open) {
    assert(w->d.derived[id].last < w->block);
    aig_lit a = itp_partial(&w->d, &w->left, id);
    itp_load(&w->d, id);
    s->open = open_disjunction(w, a);
    s->has_open = true;
  }
  return s->open;
}

// The closed lemma. What comes behind the block has none, and what spans its
// end has one already.
static uint32_t need_closed(checker *w, uint32_t id) {
  if (w->d.derived[id].first > w->block)
    return HINTED_NONE;
  stated *s = stated_of(w, id);
  if (!s->has_closed) {
    uint32_t open = need_open(w, id);
    aig_lit a = itp_partial(&w->d, &w->left, id);
    aig_lit b = itp_partial(&w->d, &w->right, id);
    itp_load(&w->d, id);
    s->closed = close_disjunction(w, a, b, open);
    s->has_closed = true;
  }
  return s->closed;
}

// The partial interpolants of a chain; .at is NULL where they are true.
typedef struct {
  itp_fold left, right;
} folds;

static folds start_folds(checker *w, uint32_t id) {
  folds k = {.left = {.all = AIG_TRUE}, .right = {.all = AIG_TRUE}};
  if (itp_is_across(&w->d, &w->left, id))
    k.left = itp_fold_new(&w->d, &w->left, id);
  if (itp_is_across(&w->d, &w->right, id))
    k.right = itp_fold_new(&w->d, &w->right, id);
  return k;
}

static void set_partials(const folds *k, uint32_t id) {
  if (k->left.at)
    itp_partial_set(k->left.at, id, k->left.all);
  if (k->right.at)
    itp_partial_set(k->right.at, id, k->right.all);
}

static void state_lemma(checker *w, const folds *k, uint32_t id,
                        uint32_t lemma) {
  stated *s = stated_of(w, id);
  if (k->right.at) {
    s->closed = lemma;
    s->has_closed = true;
  } else {
    s->open = lemma;
    s->has_open = true;
  }
}

// A clause that is derived from this block alone: no partial interpolants, so
// the antecedents as they are do. Propagation goes from the last to the first.
static void repeat_chain(checker *w, uint32_t id) {
  uint32_t n;
  const uint32_t *chain = proof_chain(w->d.r->proof, id, &n);
  stated *s = stated_of(w, id);
  vec_clear(&w->hints);
  for (uint32_t i = n; i > 0; i--)
    vec_push(&w->hints, stated_of(w, chain[i - 1])->open);
  itp_load(&w->d, id);
  (void)make_clause(w, AIG_TRUE, AIG_FALSE, UINT32_MAX);
  s->open = derive(w);
  s->has_open = true;
}

// --- chains across a cut -----------------------------------------------------
//
// Going back from the last antecedent, propagation alone finds for each
// resolvent that its left partial interpolant is true, its right one and its
// literals false; the first antecedent cannot be so. The gates of these are
// enough.

static uint32_t larger(uint32_t a, uint32_t b) { return a > b ? a : b; }

// What antecedent number i is, as a premise.
static uint32_t premise_of(checker *w, const folds *k, uint32_t i,
                           uint32_t id) {
  if (k->left.prefix > 1 && i < k->left.prefix)
    return HINTED_NONE;
  bool is_closing =
      k->right.at && (i >= k->right.prefix || k->right.prefix == 1);
  return is_closing ? need_closed(w, id) : need_open(w, id);
}

static void remember_steps(checker *w, folds *k, const uint32_t *chain,
                           uint32_t n) {
  uint32_t resolved = larger(k->left.prefix, k->right.prefix);
  vec_clear(&w->steps);
  for (uint32_t i = 0; i < n; i++) {
    chain_step step = {.premise = premise_of(w, k, i, chain[i])};
    if (i < resolved)
      itp_resolve(&w->d, chain[i], (itp_span){w->block, UINT32_MAX});
    if (k->left.at)
      itp_fold_step(&w->d, &k->left, i);
    if (k->right.at)
      itp_fold_step(&w->d, &k->right, i);
    step.left = k->left.all;
    step.right = k->right.all;
    vec_push(&w->steps, step);
  }
  itp_forget_resolvent(&w->d);
}

// The gates of a partial interpolant behind antecedent number i, which is true
// on the left and false on the right. Behind the prefix it is a disjunction of
// literals, whose gates are conjunctions of complements.
static void hint_partial(checker *w, const itp_fold *f, uint32_t i, aig_lit a,
                         bool is_true) {
  if (!f->at || i + 1 < f->prefix)
    return;
  if (i == 0 || i + 1 > f->prefix) {
    hint_literal(w, a, is_true);
    return;
  }
  find_disjunction(w, a);
  for (uint32_t k = 0; k < w->cone.len; k++)
    hint_gate(w, w->cone.data[k], !is_true);
}

static void hint_steps(checker *w, const folds *k) {
  vec_clear(&w->hints);
  for (uint32_t i = w->steps.len; i > 0; i--) {
    const chain_step *step = &w->steps.data[i - 1];
    hint_partial(w, &k->right, i - 1, step->right, false);
    hint_partial(w, &k->left, i - 1, step->left, true);
    vec_push(&w->hints, step->premise);
  }
}

static uint32_t derive_from_steps(checker *w, const folds *k) {
  hint_steps(w, k);
  return derive(w);
}

static void follow_chain(checker *w, uint32_t id) {
  uint32_t n;
  const uint32_t *chain = proof_chain(w->d.r->proof, id, &n);
  folds k = start_folds(w, id);
  remember_steps(w, &k, chain, n);
  set_partials(&k, id);
  itp_load(&w->d, id);
  bool is_needed = k.right.at
                       ? make_clause(w, k.left.all, k.right.all, w->block)
                       : make_clause(w, k.left.all, AIG_FALSE, UINT32_MAX);
  state_lemma(w, &k, id, is_needed ? derive_from_steps(w, &k) : HINTED_NONE);
}

// --- one link ----------------------------------------------------------------

static void add_original(checker *w, uint32_t id) {
  stated *s = stated_of(w, id);
  itp_load(&w->d, id);
  s->open = hinted_add_axiom(w->proof, w->d.literals.data, w->d.literals.len);
  s->has_open = true;
}

static proof_status derive_all(checker *w, const limits *l) {
  for (uint32_t i = 0; i < w->d.core_count && !w->is_broken; i++) {
    uint32_t id = w->d.core[i];
    itp_span from = w->d.derived[id];
    if (i % 1024 == 0 && limits_stop(l) != LIMIT_NONE)
      return PROOF_STOPPED;
    if (from.first > w->block || from.last < w->block)
      continue;
    if (itp_is_original(&w->d, id))
      add_original(w, id);
    else if (from.first == w->block && from.last == w->block)
      repeat_chain(w, id);
    else
      follow_chain(w, id);
  }
  return w->is_broken ? PROOF_REJECTED : PROOF_VERIFIED;
}

// 'before' and the clauses of the block imply 'after': what the lemma of the
// empty clause says, if these are its partial interpolants.
static proof_status check_link(checker *w, aig_lit before, aig_lit after,
                               const limits *l) {
  if (before == AIG_FALSE || after == AIG_TRUE)
    return PROOF_VERIFIED;
  w->left.cut = w->block;
  w->right.cut = w->block + 1;
  w->proof = hinted_new();
  w->gate = mem_alloc(w->node_count * sizeof *w->gate);
  proof_status status = derive_all(w, l);
  if (status == PROOF_VERIFIED) {
    uint32_t goal = w->d.core[w->d.core_count - 1];
    assert(proof_clause(w->d.r->proof, goal, NULL) == 0);
    if (itp_partial(&w->d, &w->left, goal) != before ||
        itp_partial(&w->d, &w->right, goal) != after)
      status = PROOF_REJECTED;
  }
  mem_free(w->gate);
  hinted_free(w->proof);
  return status;
}

// --- all of them -------------------------------------------------------------

proof_status itp_check_links(const itp_refutation *r, itp_bit_interpolants *b,
                             const limits *l) {
  assert(b->results.len + 1 == r->block_count && b->graph->is_unrewritten);
  checker w = {.node_count = aig_count(b->graph)};
  itp_derivation_init(&w.d, r, b);
  itp_partials_init(&w.left, &w.d);
  itp_partials_init(&w.right, &w.d);
  w.reached = mem_alloc(w.node_count * sizeof *w.reached);
  w.stated = mem_alloc(w.d.id_count * sizeof *w.stated);
  proof_status status = PROOF_VERIFIED;
  for (; w.block < r->block_count && status == PROOF_VERIFIED; w.block++) {
    uint32_t c = w.block;
    aig_lit before = c == 0 ? AIG_TRUE : b->results.data[c - 1];
    aig_lit after = c + 1 == r->block_count ? AIG_FALSE : b->results.data[c];
    status = check_link(&w, before, after, l);
  }
  assert(aig_count(b->graph) == w.node_count && "all gates were read before");
  itp_partials_clear(&w.left);
  itp_partials_clear(&w.right);
  itp_derivation_clear(&w.d);
  mem_free(w.reached);
  mem_free(w.stated);
  vec_free(&w.clause);
  vec_free(&w.hints);
  vec_free(&w.steps);
  vec_free(&w.cone);
  return status;
}
