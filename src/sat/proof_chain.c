// SPDX-License-Identifier: Apache-2.0
// Which clauses a checked clause needs, and in which order they resolve.
//
// Resolving the false clause with the reasons of its literals, latest first,
// ends in a clause over the assumed literals alone, a subset of what was to be
// shown. Literals that hold on top (without assumption) are cut off by *unit
// clauses* of their own: each such unit is derived once, from its reason and
// earlier units, however many lemmas use it. So a chain is no longer than the
// propagation that the lemma itself caused.
#include "sat/proof_internal.h"

#include "base/mem.h"

static void make_core(proof *p, proof_ref r) {
  uint32_t *flags = clause_flags(p, r);
  if (*flags & CLAUSE_CORE)
    return;
  *flags |= CLAUSE_CORE;
  proof_watch_core(p, r);
}

static void set_chain_start(proof *p, uint32_t id) {
  while (p->chain_start.len <= id)
    vec_push(&p->chain_start, NO_CHAIN);
  assert(p->chain_start.data[id] == NO_CHAIN);
  p->chain_start.data[id] = p->chains.len;
}

// A chain is built at the end of p->chains; its length is filled in at its end.
static void begin_chain(proof *p, uint32_t id) {
  if (!p->keep_chains)
    return;
  set_chain_start(p, id);
  vec_push(&p->chains, 0);
  vec_push(&p->pivots, 0);
}

// The first of a chain has no pivot: 0.
static void add_to_chain(proof *p, uint32_t id, uint32_t pivot) {
  if (!p->keep_chains)
    return;
  vec_push(&p->chains, id);
  vec_push(&p->pivots, pivot);
}

static void end_chain(proof *p, uint32_t id) {
  if (!p->keep_chains)
    return;
  uint32_t start = p->chain_start.data[id];
  assert(start != NO_CHAIN && start < p->chains.len);
  p->chains.data[start] = p->chains.len - start - 1;
}

// The id of the unit clause of a variable that is set on top. A new one waits
// in p->pending for its chain.
static uint32_t need_unit(proof *p, uint32_t variable) {
  if (p->unit.data[variable] != NO_UNIT)
    return p->unit.data[variable];
  proof_ref reason = p->reason.data[variable];
  assert(reason != 0 && p->position.data[variable] < p->top);
  make_core(p, reason);
  uint32_t id = clause_id(p, reason);
  if (clause_size(p, reason) > 1) {
    if (p->keep_chains) {
      vec_clear(&p->lits);
      vec_push(&p->lits, p->trail.data[p->position.data[variable]]);
      id = proof_store_clause(p);
    }
    vec_push(&p->pending, variable);
  }
  p->unit.data[variable] = id;
  return id;
}

static void derive_units(proof *p) {
  while (p->pending.len > 0) {
    uint32_t variable = vec_pop(&p->pending);
    proof_ref reason = p->reason.data[variable];
    uint32_t id = p->unit.data[variable];
    begin_chain(p, id);
    add_to_chain(p, clause_id(p, reason), 0);
    for (uint32_t i = 0; i < clause_size(p, reason); i++) {
      uint32_t other = lit_var(p->pool.data[reason + i]);
      if (other != variable)
        add_to_chain(p, need_unit(p, other), other);
    }
    end_chain(p, id);
  }
}

// Notes that the literals of the clause must be resolved away.
static void resolve_clause(proof *p, proof_ref r, uint32_t pivot) {
  assert(*clause_flags(p, r) & CLAUSE_ACTIVE);
  make_core(p, r);
  add_to_chain(p, clause_id(p, r), pivot);
  for (uint32_t i = 0; i < clause_size(p, r); i++) {
    uint32_t v = lit_var(p->pool.data[r + i]);
    if (p->seen.data[v])
      continue;
    p->seen.data[v] = 1;
    if (p->position.data[v] < p->top)
      vec_push(&p->used_units, v);
  }
}

void proof_explain(proof *p, uint32_t id, proof_ref conflict) {
  begin_chain(p, id);
  resolve_clause(p, conflict, 0);
  for (uint32_t i = p->trail.len; i > p->top; i--) {
    uint32_t v = lit_var(p->trail.data[i - 1]);
    if (p->seen.data[v] && p->reason.data[v] != 0)
      resolve_clause(p, p->reason.data[v], v);
    p->seen.data[v] = 0;
  }
  for (uint32_t i = 0; i < p->used_units.len; i++) {
    uint32_t v = p->used_units.data[i];
    p->seen.data[v] = 0;
    add_to_chain(p, need_unit(p, v), v);
  }
  vec_clear(&p->used_units);
  end_chain(p, id);
  derive_units(p);
}

void proof_explain_true(proof *p, uint32_t id, proof_lit a) {
  assert(p->value.data[a] > 0);
  begin_chain(p, id);
  if (p->position.data[lit_var(a)] < p->top)
    add_to_chain(p, need_unit(p, lit_var(a)), 0);
  end_chain(p, id);
  derive_units(p);
}

// --- reading off ---------------------------------------------------------

uint32_t proof_clause(const proof *p, uint32_t id, int *out) {
  assert(id < p->clauses.len);
  proof_ref r = p->clauses.data[id];
  uint32_t size = clause_size(p, r);
  for (uint32_t i = 0; out && i < size; i++) {
    proof_lit a = p->pool.data[r + i];
    out[i] = a & 1u ? -(int)lit_var(a) : (int)lit_var(a);
  }
  return size;
}

// Where the chain starts; its length is the number before.
static uint32_t start_of(const proof *p, uint32_t id) {
  assert(id >= p->originals && id < p->chain_start.len &&
         p->chain_start.data[id] != NO_CHAIN);
  return p->chain_start.data[id] + 1;
}

const uint32_t *proof_chain(const proof *p, uint32_t id, uint32_t *n) {
  uint32_t start = start_of(p, id);
  *n = p->chains.data[start - 1];
  return &p->chains.data[start];
}

const uint32_t *proof_pivots(const proof *p, uint32_t id) {
  return &p->pivots.data[start_of(p, id)];
}

enum { UNVISITED, OPEN, DONE };

// One step of the depth-first walk: opens the antecedents of the id on top of
// the stack, or, when that was done before, delivers the id.
static void walk_core(proof *p, uint8_t *state) {
  uint32_t id = vec_last(&p->pending);
  if (state[id] != UNVISITED) {
    (void)vec_pop(&p->pending);
    if (state[id] == OPEN)
      vec_push(&p->order, id);
    state[id] = DONE;
    return;
  }
  state[id] = OPEN;
  if (id < p->originals)
    return;
  uint32_t n;
  const uint32_t *chain = proof_chain(p, id, &n);
  for (uint32_t i = 0; i < n; i++)
    if (state[chain[i]] == UNVISITED)
      vec_push(&p->pending, chain[i]);
}

static void order_core(proof *p) {
  uint8_t *state = mem_alloc(p->clauses.len);
  vec_clear(&p->order);
  vec_push(&p->pending, p->goal);
  while (p->pending.len > 0)
    walk_core(p, state);
  mem_free(state);
}

const uint32_t *proof_core(proof *p, uint32_t *n) {
  assert(p->keep_chains);
  if (p->order.len == 0) {
    order_core(p);
    proof_tighten(p);
    order_core(p); // without what is not needed any more
  }
  *n = p->order.len;
  return p->order.data;
}
