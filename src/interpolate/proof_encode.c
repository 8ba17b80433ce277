// SPDX-License-Identifier: Apache-2.0
#include "interpolate/proof_encode.h"

#include <string.h>

#include "base/hmap.h"
#include "base/mem.h"
#include "sat/cnf.h"

// An encoding that no query asked for so long is dropped.
enum { KEEP_FOR_QUERIES = 16 };

struct itp_encoder {
  aig *graph;
  bitblast *blast;
  cnf *cnf;
  VEC(itp_encoding *) encodings;
  hmap by_hash; // hash, or the next free number after it -> encoding
  uint64_t query;
  itp_encoding *target; // receives clauses
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

static itp_encoding *encode(itp_encoder *e, const term *formulas,
                            uint32_t count, const char **reason) {
  itp_encoding *n = mem_alloc(sizeof *n);
  n->formulas = mem_alloc(count * sizeof *formulas);
  memcpy(n->formulas, formulas, count * sizeof *formulas);
  n->formula_count = count;
  e->target = n;
  for (uint32_t i = 0; i < count; i++) {
    aig_lit a;
    if (!bitblast_formula(e->blast, formulas[i], &a)) {
      *reason = bitblast_reason(e->blast);
      cnf_restart(e->cnf);
      free_encoding(n);
      return NULL;
    }
    cnf_assert(e->cnf, a, 0);
  }
  n->variable_count = (uint32_t)cnf_variable_count(e->cnf);
  note_inputs(e, n);
  cnf_restart(e->cnf);
  e->target = NULL;
  return n;
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
