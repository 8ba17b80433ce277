// SPDX-License-Identifier: Apache-2.0
// Clauses of groups, and what else the solver should know about them.
//
// The translation to bits comes with *facts*: true of the circuits, or of all
// arrays, and good to know (sat/bitblast.h calls them constraints). A group
// gets every fact that speaks about its own bits only; so whatever the fact is,
// it adds nothing to what the group says, and no variable to its vocabulary.
#include "interpolate/proof/encode.h"

#include <assert.h>
#include <string.h>

#include "base/hmap.h"
#include "base/mem.h"
#include "sat/cnf.h"

// An encoding that no query asked for so long is dropped.
enum { KEEP_FOR_QUERIES = 16 };

enum { NO_FACT = UINT32_MAX };

// A constraint of the bitblast, by number.
typedef struct {
  uint32_t inputs, input_count; // where its inputs start in fact_inputs
  uint32_t next;                // fact with the same last input
} fact;

struct itp_encoder {
  aig *graph;
  bitblast *blast;
  cnf *cnf;
  VEC(itp_encoding *) encodings;
  hmap by_hash; // hash, or the next free number after it -> encoding
  uint64_t query;
  itp_encoding *target; // receives clauses
  VEC(fact) facts;
  VEC(uint32_t) fact_inputs;
  VEC(uint32_t) facts_by_last; // by input: fact whose last input it is
  VEC(uint32_t) mark;          // by node, against mark_stamp
  VEC(uint32_t) input_mark;    // by input, the same
  uint32_t mark_stamp;
  VEC(uint32_t) stack;
};

static void take_clause(void *data, const int *clause, uint32_t n) {
  itp_encoder *e = data;
  itp_encoding *to = e->target;
  assert(to != NULL);
  vec_push(&to->clauses, (int)n);
  for (uint32_t i = 0; i < n; i++)
    vec_push(&to->clauses, clause[i]);
  to->clause_count++;
}

itp_encoder *itp_encoder_new(terms *tt) {
  itp_encoder *e = mem_alloc(sizeof *e);
  e->graph = aig_new();
  e->blast = bitblast_new(tt, e->graph);
  e->cnf = cnf_new(e->graph, take_clause, e);
  return e;
}

static void free_encoding(itp_encoding *n) {
  vec_free(&n->clauses);
  vec_free(&n->inputs);
  mem_free(n->formulas);
  mem_free(n);
}

void itp_encoder_free(itp_encoder *e) {
  if (e == NULL)
    return;
  for (uint32_t i = 0; i < e->encodings.len; i++)
    free_encoding(e->encodings.data[i]);
  vec_free(&e->encodings);
  hmap_free(&e->by_hash);
  vec_free(&e->facts);
  vec_free(&e->fact_inputs);
  vec_free(&e->facts_by_last);
  vec_free(&e->mark);
  vec_free(&e->input_mark);
  vec_free(&e->stack);
  cnf_free(e->cnf);
  bitblast_free(e->blast);
  aig_free(e->graph);
  mem_free(e);
}

bitblast *itp_encoder_blast(itp_encoder *e) { return e->blast; }

const aig *itp_encoder_graph(const itp_encoder *e) { return e->graph; }

// --- the encodings that are kept ---------------------------------------------

static void enter(itp_encoder *e, itp_encoding *n) {
  uint64_t key = n->hash;
  while (hmap_find(&e->by_hash, key) != NULL)
    key++;
  hmap_put(&e->by_hash, key, (uint64_t)(uintptr_t)n);
}

static itp_encoding *lookup(const itp_encoder *e, uint64_t hash,
                            const term *formulas, uint32_t count) {
  for (uint64_t key = hash;; key++) {
    uint64_t *found = hmap_find(&e->by_hash, key);
    if (found == NULL)
      return NULL;
    itp_encoding *n = (itp_encoding *)(uintptr_t)*found;
    if (n->formula_count == count &&
        memcmp(n->formulas, formulas, count * sizeof *formulas) == 0)
      return n;
  }
}

void itp_encoder_begin(itp_encoder *e) {
  e->query++;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < e->encodings.len; i++) {
    itp_encoding *n = e->encodings.data[i];
    if (n->used + KEEP_FOR_QUERIES < e->query)
      free_encoding(n);
    else
      e->encodings.data[kept++] = n;
  }
  if (kept == e->encodings.len)
    return;
  e->encodings.len = kept;
  hmap_clear(&e->by_hash); // keys depend on the order of entering
  for (uint32_t i = 0; i < kept; i++)
    enter(e, e->encodings.data[i]);
}

// --- facts -------------------------------------------------------------------

static void visit(itp_encoder *e, aig_lit a) {
  uint32_t node = aig_node_of(a);
  if (e->mark.data[node] == e->mark_stamp)
    return;
  e->mark.data[node] = e->mark_stamp;
  vec_push(&e->stack, node);
}

// Appends the inputs below a to fact_inputs.
static void collect_inputs(itp_encoder *e, aig_lit a) {
  vec_resize(&e->mark, aig_count(e->graph));
  e->mark_stamp++;
  visit(e, a);
  while (e->stack.len > 0) {
    uint32_t node = vec_pop(&e->stack);
    if (aig_is_and(e->graph, node)) {
      visit(e, aig_left(e->graph, node));
      visit(e, aig_right(e->graph, node));
    } else if (aig_is_input(e->graph, node)) {
      vec_push(&e->fact_inputs, aig_input_index(e->graph, node));
    }
  }
}

static void add_fact(itp_encoder *e, aig_lit a) {
  fact f = {.inputs = e->fact_inputs.len, .next = NO_FACT};
  collect_inputs(e, a);
  f.input_count = e->fact_inputs.len - f.inputs;
  uint32_t last = 0;
  for (uint32_t i = 0; i < f.input_count; i++) {
    uint32_t input = e->fact_inputs.data[f.inputs + i];
    last = input > last ? input : last;
  }
  if (f.input_count > 0) {
    while (e->facts_by_last.len <= last)
      vec_push(&e->facts_by_last, NO_FACT);
    f.next = e->facts_by_last.data[last];
    e->facts_by_last.data[last] = e->facts.len;
  }
  vec_push(&e->facts, f);
}

static void learn_facts(itp_encoder *e) {
  uint32_t n;
  const aig_lit *all = bitblast_constraints(e->blast, &n);
  while (e->facts.len < n)
    add_fact(e, all[e->facts.len]);
}

static bool is_about_marked(const itp_encoder *e, const fact *f) {
  for (uint32_t i = 0; i < f->input_count; i++)
    if (e->input_mark.data[e->fact_inputs.data[f->inputs + i]] != e->mark_stamp)
      return false;
  return true;
}

// Asserts the facts that speak about the bits of n only.
static void assert_facts(itp_encoder *e, const itp_encoding *n) {
  uint32_t count;
  const aig_lit *all = bitblast_constraints(e->blast, &count);
  vec_resize(&e->input_mark, e->graph->inputs.len);
  e->mark_stamp++;
  for (uint32_t i = 0; i < n->inputs.len; i++)
    e->input_mark.data[n->inputs.data[i].input] = e->mark_stamp;
  for (uint32_t i = 0; i < n->inputs.len; i++) {
    uint32_t last = n->inputs.data[i].input;
    uint32_t at =
        last < e->facts_by_last.len ? e->facts_by_last.data[last] : NO_FACT;
    for (; at != NO_FACT; at = e->facts.data[at].next)
      if (is_about_marked(e, &e->facts.data[at]))
        cnf_assert(e->cnf, all[at], 0);
  }
}

// --- making one --------------------------------------------------------------

static void note_inputs(const itp_encoder *e, itp_encoding *n) {
  uint32_t count;
  const uint32_t *nodes = cnf_nodes(e->cnf, &count);
  for (uint32_t i = 0; i < count; i++) {
    if (!aig_is_input(e->graph, nodes[i]))
      continue;
    int v = cnf_input_variable(e->cnf, aig_make_lit(nodes[i], false));
    if (v == 0) // looked at only
      continue;
    itp_input in = {.variable = (uint32_t)v,
                    .input = aig_input_index(e->graph, nodes[i])};
    vec_push(&n->inputs, in);
  }
}

// False: a formula cannot be translated.
static bool assert_formulas(itp_encoder *e, const itp_encoding *n) {
  for (uint32_t i = 0; i < n->formula_count; i++) {
    aig_lit a;
    if (!bitblast_formula(e->blast, n->formulas[i], &a))
      return false;
    cnf_assert(e->cnf, a, 0);
  }
  return true;
}

static itp_encoding *encode(itp_encoder *e, const term *formulas,
                            uint32_t count, const char **reason) {
  itp_encoding *n = mem_alloc(sizeof *n);
  n->formulas = mem_alloc(count * sizeof *formulas);
  memcpy(n->formulas, formulas, count * sizeof *formulas);
  n->formula_count = count;
  e->target = n;
  bool ok = assert_formulas(e, n);
  if (!ok)
    *reason = bitblast_reason(e->blast);
  learn_facts(e);
  note_inputs(e, n);
  if (ok) {
    assert_facts(e, n);
    n->variable_count = (uint32_t)cnf_variable_count(e->cnf);
  } else {
    free_encoding(n);
  }
  cnf_restart(e->cnf);
  e->target = NULL;
  return ok ? n : NULL;
}

const itp_encoding *itp_encoder_get(itp_encoder *e, const term *formulas,
                                    uint32_t n, const char **reason) {
  uint64_t hash = hash_bytes(formulas, n * sizeof *formulas);
  itp_encoding *found = lookup(e, hash, formulas, n);
  if (found == NULL) {
    found = encode(e, formulas, n, reason);
    if (found == NULL)
      return NULL;
    found->hash = hash;
    enter(e, found);
    vec_push(&e->encodings, found);
  }
  found->used = e->query;
  return found;
}
