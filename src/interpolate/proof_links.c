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
// premises and cannot both be true. The checker's chains end in a subset of
// the lemma; adding literals to a clause only makes the claim weaker.
//
// The lemmas. One of the form "I_c(C) implies I_c+1(C) or m(C)" is *closed*;
// one of the form "I_c(C) implies g(C)" is *open*, for cases (1) and (3), where
// the closed one follows from it. Both are also written for what the first
// antecedents of a chain resolve to: each step needs the one before. A lemma
// names what it follows from (sat/hinted.h): lemmas of the premises, and what
// the gates mean that it speaks about.
#include "interpolate/proof_links.h"

#include "base/mem.h"
#include "interpolate/proof_partial.h"
#include "sat/hinted.h"

// What a clause of the refutation has in the link at work. Trivial lemmas are
// none.
typedef struct {
  uint32_t block; // whose link this is about, plus one
  bool has_open, has_closed;
  uint32_t open, closed; // lemmas
} stated;

enum { FEW_GATES = 8, MANY_GATES = 2048 }; // looked at around a step

// Of a chain: the lemma of an antecedent, and the partial interpolants of the
// resolvent behind it.
typedef struct {
  uint32_t premise;
  aig_lit left, right;
  aig_lit parts[2]; // those of the antecedent
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

static void hint_gate(checker *w, aig_lit a) {
  if (!aig_is_and(w->d.out->graph, aig_node_of(a)))
    return;
  uint32_t first = define(w, aig_node_of(a));
  for (uint32_t i = 0; i < 3; i++)
    vec_push(&w->hints, first + i);
}

// Adds the gate to w->cone, unless this search found it before.
static void reach(checker *w, aig_lit a) {
  uint32_t node = aig_node_of(a);
  if (!aig_is_and(w->d.out->graph, node) || w->reached[node] == w->search)
    return;
  w->reached[node] = w->search;
  vec_push(&w->cone, node);
}

// Everything below w->cone, or until there are so many.
static void reach_below(checker *w, uint32_t count) {
  const aig *g = w->d.out->graph;
  for (uint32_t i = 0; i < w->cone.len && w->cone.len < count; i++) {
    reach(w, aig_left(g, w->cone.data[i]));
    reach(w, aig_right(g, w->cone.data[i]));
  }
}

static void begin_search(checker *w) {
  vec_clear(&w->cone);
  w->search++;
}

// The gates of a disjunction of literals, to w->cone, users first.
static void find_disjunction(checker *w, aig_lit a) {
  begin_search(w);
  reach(w, a);
  reach_below(w, UINT32_MAX);
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
  return hinted_add_lemma(w->proof, w->clause.data, w->clause.len,
                          w->hints.data, w->hints.len);
}

static uint32_t derive_or_break(checker *w) {
  uint32_t lemma = derive(w);
  w->is_broken |= lemma == HINTED_NONE;
  return lemma;
}

// From the meaning of the disjunction a alone.
static uint32_t open_disjunction(checker *w, aig_lit a) {
  if (!make_clause(w, a, AIG_FALSE, UINT32_MAX))
    return HINTED_NONE;
  vec_clear(&w->hints);
  find_disjunction(w, a);
  for (uint32_t i = w->cone.len; i > 0; i--)
    hint_gate(w, aig_make_lit(w->cone.data[i - 1], false));
  return derive_or_break(w);
}

// From the open lemma, where b is a disjunction.
static uint32_t close_disjunction(checker *w, aig_lit a, aig_lit b,
                                  uint32_t open) {
  if (!make_clause(w, a, b, w->block))
    return HINTED_NONE;
  vec_clear(&w->hints);
  find_disjunction(w, b);
  for (uint32_t i = 0; i < w->cone.len; i++)
    hint_gate(w, aig_make_lit(w->cone.data[i], false));
  vec_push(&w->hints, open);
  return derive_or_break(w);
}

// --- steps of resolution -----------------------------------------------------

// A chain, as far as it was followed.
typedef struct {
  itp_fold left, right;  // .at is NULL where all is true
  uint32_t open, closed; // lemmas of the resolvent
} walk;

// Two premises of a lemma, and the partial interpolants at both cuts.
typedef struct {
  uint32_t lemmas[2];
  aig_lit left[2], right[2];
} premises;

// The first gates around a lemma and its premises, to w->cone.
static void find_around(checker *w, aig_lit a, aig_lit b, const premises *from,
                        uint32_t count) {
  begin_search(w);
  reach(w, a);
  reach(w, b);
  for (uint32_t i = 0; i < 2; i++) {
    reach(w, from->left[i]);
    reach(w, from->right[i]);
  }
  reach_below(w, count);
}

// From two premises. Nearly always the gates on top are enough; where the graph
// simplified them, some below are needed.
static uint32_t derive_step(checker *w, aig_lit a, aig_lit b,
                            const premises *from) {
  vec_clear(&w->hints);
  hint_gate(w, a);
  hint_gate(w, b);
  for (uint32_t i = 0; i < 2; i++)
    vec_push(&w->hints, from->lemmas[i]);
  uint32_t lemma = derive(w);
  for (uint32_t n = FEW_GATES; !lemma && n <= MANY_GATES; n *= 4) {
    find_around(w, a, b, from, n);
    vec_clear(&w->hints);
    for (uint32_t i = 0; i < 2; i++)
      vec_push(&w->hints, from->lemmas[i]);
    for (uint32_t i = 0; i < w->cone.len; i++)
      hint_gate(w, aig_make_lit(w->cone.data[i], false));
    lemma = derive(w);
  }
  w->is_broken |= lemma == HINTED_NONE;
  return lemma;
}

static uint32_t open_step(checker *w, aig_lit a, const premises *from) {
  return make_clause(w, a, AIG_FALSE, UINT32_MAX)
             ? derive_step(w, a, AIG_FALSE, from)
             : HINTED_NONE;
}

static uint32_t close_step(checker *w, aig_lit a, aig_lit b,
                           const premises *from) {
  return make_clause(w, a, b, w->block) ? derive_step(w, a, b, from)
                                        : HINTED_NONE;
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

// Is the resolvent of the antecedents up to number i derived up to the block?
static bool is_open(const walk *k, uint32_t i) {
  return !k->right.at || i < k->right.prefix;
}

static bool is_closed(const walk *k, uint32_t i) {
  return k->right.at && i + 1 >= k->right.prefix;
}

// The partial interpolant of an antecedent, at a cut that the chain spans.
static aig_lit part_of(checker *w, const itp_fold *f, uint32_t i) {
  return f->at ? itp_partial(&w->d, f->at, f->chain[i]) : AIG_TRUE;
}

// Takes the antecedent number i in, the resolvent and both sides. A closed
// lemma is only about literals that occur last in the block.
static void take(checker *w, walk *k, uint32_t i, uint32_t id) {
  itp_span kept = {w->block, is_open(k, i) ? UINT32_MAX : w->block};
  (void)itp_resolve(&w->d, id, kept);
  if (k->left.at)
    itp_fold_step(&w->d, &k->left, i);
  if (k->right.at)
    itp_fold_step(&w->d, &k->right, i);
}

// The first antecedent has lemmas of its own; so do the first ones together if
// all are derived before the left cut.
static void start_walk(checker *w, walk *k, uint32_t i, uint32_t id) {
  if (i == 0) {
    bool has_open = itp_is_before(&w->d, &w->right, id);
    k->open = has_open ? need_open(w, id) : HINTED_NONE;
    k->closed = is_closed(k, 0) ? need_closed(w, id) : HINTED_NONE;
    take(w, k, 0, id);
    return;
  }
  take(w, k, i, id);
  itp_load_resolvent(&w->d);
  k->open = open_disjunction(w, k->left.all);
  if (is_closed(k, i))
    k->closed = close_disjunction(w, k->left.all, k->right.all, k->open);
}

static void walk_on(checker *w, walk *k, uint32_t i, uint32_t id) {
  bool stays_open = is_open(k, i), was_closed = is_closed(k, i - 1);
  premises open = {.lemmas = {k->open, stays_open ? need_open(w, id) : 0},
                   .left = {k->left.all, part_of(w, &k->left, i)}};
  premises closed = open;
  closed.lemmas[0] = k->closed;
  if (was_closed) {
    closed.lemmas[1] = need_closed(w, id);
    closed.right[0] = k->right.all;
    closed.right[1] = part_of(w, &k->right, i);
  }
  take(w, k, i, id);
  itp_load_resolvent(&w->d);
  if (stays_open)
    k->open = open_step(w, k->left.all, &open);
  if (was_closed)
    k->closed = close_step(w, k->left.all, k->right.all, &closed);
  else if (is_closed(k, i))
    k->closed = close_disjunction(w, k->left.all, k->right.all, k->open);
}

static walk start_folds(checker *w, uint32_t id) {
  walk k = {.left = {.all = AIG_TRUE}, .right = {.all = AIG_TRUE}};
  if (itp_is_across(&w->d, &w->left, id))
    k.left = itp_fold_new(&w->d, &w->left, id);
  if (itp_is_across(&w->d, &w->right, id))
    k.right = itp_fold_new(&w->d, &w->right, id);
  return k;
}

static void set_partials(const walk *k, uint32_t id) {
  if (k->left.at)
    itp_partial_set(k->left.at, id, k->left.all);
  if (k->right.at)
    itp_partial_set(k->right.at, id, k->right.all);
}

// What the lemma of the whole clause has on its right: an open one nothing.
static aig_lit right_end(const walk *k) {
  return k->right.at ? k->right.all : AIG_FALSE;
}

static void state_lemma(checker *w, const walk *k, uint32_t id,
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

// The clause may have more literals than the last resolvent.
static void end_walk(checker *w, const walk *k, uint32_t id) {
  premises last = {.lemmas = {k->right.at ? k->closed : k->open, HINTED_NONE}};
  itp_load(&w->d, id);
  set_partials(k, id);
  state_lemma(w, k, id,
              k->right.at ? close_step(w, k->left.all, k->right.all, &last)
                          : open_step(w, k->left.all, &last));
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
  s->open = derive_or_break(w);
  s->has_open = true;
}

// --- a whole chain at once ---------------------------------------------------
//
// Going back from the last antecedent, propagation alone finds for each
// resolvent that its left partial interpolant is true, its right one and its
// literals false: so no lemmas in between are needed, which are long. This may
// fail where the graph simplified a partial interpolant, which is rare if it is
// known what the parts were.

static uint32_t larger(uint32_t a, uint32_t b) { return a > b ? a : b; }

// What antecedent number i is, as a premise.
static uint32_t premise_of(checker *w, const walk *k, uint32_t i, uint32_t id) {
  if (k->left.prefix > 1 && i < k->left.prefix)
    return HINTED_NONE;
  bool is_closing =
      k->right.at && (i >= k->right.prefix || k->right.prefix == 1);
  return is_closing ? need_closed(w, id) : need_open(w, id);
}

// The partial interpolant that antecedent number i adds.
static aig_lit new_part(checker *w, const itp_fold *f, uint32_t i) {
  return f->at && i >= f->prefix ? itp_partial(&w->d, f->at, f->chain[i])
                                 : AIG_TRUE;
}

static void remember_steps(checker *w, walk *k, const uint32_t *chain,
                           uint32_t n) {
  uint32_t resolved = larger(k->left.prefix, k->right.prefix);
  vec_clear(&w->steps);
  for (uint32_t i = 0; i < n; i++) {
    chain_step step = {.premise = premise_of(w, k, i, chain[i])};
    step.parts[0] = new_part(w, &k->left, i);
    step.parts[1] = new_part(w, &k->right, i);
    if (i < resolved)
      (void)itp_resolve(&w->d, chain[i], (itp_span){w->block, UINT32_MAX});
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

// The gates of a partial interpolant behind antecedent number i.
static void hint_partial(checker *w, const itp_fold *f, uint32_t i, aig_lit a) {
  if (!f->at || i + 1 < f->prefix)
    return;
  if (i == 0 || i + 1 > f->prefix) {
    hint_gate(w, a);
    return;
  }
  find_disjunction(w, a);
  for (uint32_t k = 0; k < w->cone.len; k++)
    hint_gate(w, aig_make_lit(w->cone.data[k], false));
}

static bool leap_chain(checker *w, uint32_t id) {
  uint32_t n;
  const uint32_t *chain = proof_chain(w->d.r->proof, id, &n);
  walk k = start_folds(w, id);
  remember_steps(w, &k, chain, n);
  set_partials(&k, id);
  itp_load(&w->d, id);
  bool is_trivial = !make_clause(w, k.left.all, right_end(&k),
                                 k.right.at ? w->block : UINT32_MAX);
  vec_clear(&w->hints);
  for (uint32_t i = n; i > 0 && !is_trivial; i--) {
    const chain_step *step = &w->steps.data[i - 1];
    hint_partial(w, &k.left, i - 1, step->left);
    hint_partial(w, &k.right, i - 1, step->right);
    hint_gate(w, step->parts[0]);
    hint_gate(w, step->parts[1]);
    vec_push(&w->hints, step->premise);
  }
  uint32_t lemma = is_trivial ? HINTED_NONE : derive(w);
  if (lemma != HINTED_NONE || is_trivial)
    state_lemma(w, &k, id, lemma);
  return lemma != HINTED_NONE || is_trivial;
}

// --- step by step ------------------------------------------------------------

// A clause that is derived from both sides of the block, or of its end.
static void follow_chain(checker *w, uint32_t id) {
  uint32_t n;
  const uint32_t *chain = proof_chain(w->d.r->proof, id, &n);
  walk k = start_folds(w, id);
  uint32_t start = k.left.prefix > 1 ? k.left.prefix - 1 : 0;
  for (uint32_t i = 0; i < n; i++) {
    if (i < start)
      take(w, &k, i, chain[i]);
    else if (i == start)
      start_walk(w, &k, i, chain[i]);
    else
      walk_on(w, &k, i, chain[i]);
  }
  itp_forget_resolvent(&w->d);
  end_walk(w, &k, id);
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
    else if (!leap_chain(w, id))
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
  assert(b->results.len + 1 == r->block_count);
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
