// SPDX-License-Identifier: Apache-2.0
// Lemmas without the literals that they do not need.
//
// Propagation shows a lemma by resolving some of the clauses before it, and
// what they resolve to is often less than the lemma: the solver learned it when
// it knew less. Taken as it was learned, the lemma drags literals along that
// later steps resolve away again, with clauses that nothing else needs. So,
// from the originals on, every lemma becomes what its chain resolves to. Chains
// that expected more get shorter: let R be what was resolved so far, a subset
// of what was expected, and p the pivot of the next antecedent E, itself a
// subset:
//  - R does not have p: R is a subset of the result as it is, E is left out;
//  - E does not have it: E is, and the chain starts anew with E.
// This is how Bar-Ilan, Fuhrmann, Hoory, Shacham and Strichman, "Linear-Time
// Reductions of Resolution Proofs" (HVC 2008), reconstruct a reduced proof.
#include "sat/proof_internal.h"

#include "base/mem.h"

typedef struct {
  proof *p;
  uint8_t *has;        // by literal: is it in the resolvent?
  VEC(proof_lit) lits; // that were in it at some time
} tightener;

// Resolves with the clause on the pivot; 0: the resolvent is empty so far.
static void resolve(tightener *t, proof_ref r, uint32_t pivot) {
  for (uint32_t i = 0; i < clause_size(t->p, r); i++) {
    proof_lit a = t->p->pool.data[r + i];
    if (lit_var(a) == pivot) {
      t->has[lit_not(a)] = 0;
      continue;
    }
    assert(!t->has[lit_not(a)] && "a chain should have one pivot at a time");
    if (!t->has[a])
      vec_push(&t->lits, a);
    t->has[a] = 1;
  }
}

static void forget(tightener *t) {
  for (uint32_t i = 0; i < t->lits.len; i++)
    t->has[t->lits.data[i]] = 0;
  vec_clear(&t->lits);
}

static bool clause_has(const proof *p, proof_ref r, proof_lit a) {
  for (uint32_t i = 0; i < clause_size(p, r); i++)
    if (p->pool.data[r + i] == a)
      return true;
  return false;
}

// The literal of the variable in the resolvent; 0: none.
static proof_lit literal_on(const tightener *t, uint32_t variable) {
  proof_lit a = 2 * variable;
  assert(!(t->has[a] && t->has[lit_not(a)]));
  return t->has[a] ? a : t->has[lit_not(a)] ? lit_not(a) : 0;
}

typedef enum { LEFT_OUT, RESOLVED, STARTED } effect;

// What an antecedent does to the resolvent. The first one has no pivot.
static effect take(tightener *t, proof_ref r, uint32_t pivot) {
  proof_lit a = literal_on(t, pivot);
  if (a == 0 && pivot != 0)
    return LEFT_OUT;
  bool is_start = pivot == 0 || !clause_has(t->p, r, lit_not(a));
  if (is_start)
    forget(t);
  resolve(t, r, is_start ? 0 : pivot);
  return is_start ? STARTED : RESOLVED;
}

// A literal that went and came back is listed twice.
static void store_resolvent(tightener *t, proof_ref r) {
  uint32_t size = 0;
  for (uint32_t i = 0; i < t->lits.len; i++) {
    proof_lit a = t->lits.data[i];
    if (!t->has[a])
      continue;
    assert(size < clause_size(t->p, r) && "it should be a subset");
    t->p->pool.data[r + size++] = a;
    t->has[a] = 0;
  }
  vec_clear(&t->lits);
  t->p->pool.data[r - 2] = size;
}

static void tighten(tightener *t, uint32_t id) {
  proof *p = t->p;
  uint32_t at = p->chain_start.data[id], n = p->chains.data[at];
  uint32_t *chain = &p->chains.data[at + 1], *pivots = &p->pivots.data[at + 1];
  uint32_t length = 0;
  for (uint32_t i = 0; i < n; i++) {
    effect e = take(t, p->clauses.data[chain[i]], pivots[i]);
    if (e == LEFT_OUT)
      continue;
    length = e == STARTED ? 0 : length;
    chain[length] = chain[i];
    pivots[length] = e == STARTED ? 0 : pivots[i];
    length++;
  }
  p->chains.data[at] = length;
  store_resolvent(t, p->clauses.data[id]);
}

static bool has_chain(const proof *p, uint32_t id) {
  return id >= p->originals && p->chains.data[p->chain_start.data[id]] > 0;
}

void proof_tighten(proof *p) {
  tightener t = {.p = p, .has = mem_alloc(2 * p->variables)};
  for (uint32_t i = 0; i < p->order.len; i++)
    if (has_chain(p, p->order.data[i]))
      tighten(&t, p->order.data[i]);
  mem_free(t.has);
  vec_free(&t.lits);
}
