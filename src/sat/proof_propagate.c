// SPDX-License-Identifier: Apache-2.0
// Unit propagation for checking proofs.
//
// Two watched literals per clause, the first two of it. Invariant while nothing
// waits to be propagated: if a watched literal is false, then another one of
// the clause is true and will not become open before it on backtracking.
//
// Each literal has two lists of watches: clauses of the core and the rest. Core
// clauses are propagated to the end before any other clause may imply a
// literal, so that new lemmas join the core only where they must. A list may
// hold entries that are out of date (a clause that was deleted, moved to
// another literal or into the core): whoever meets one drops it. This makes
// deletion and joining the core constant-time.
#include "sat/proof_internal.h"

#include "base/mem.h"

static void init_watches(proof *p) {
  p->watch_count = 2 * p->variables;
  for (int core = 0; core < 2; core++)
    p->watches[core] = mem_alloc(p->watch_count * sizeof *p->watches[core]);
}

void proof_init_propagation(proof *p) {
  assert(p->trail.len == 0 && p->watch_count == 0);
  vec_resize(&p->value, 2 * p->variables);
  vec_resize(&p->position, p->variables);
  vec_resize(&p->reason, p->variables);
  vec_resize(&p->seen, p->variables);
  vec_resize(&p->unit, p->variables);
  for (uint32_t v = 0; v < p->variables; v++)
    p->unit.data[v] = NO_UNIT;
  init_watches(p);
}

void proof_free_propagation(proof *p) {
  for (int core = 0; core < 2; core++) {
    for (uint32_t a = 0; a < p->watch_count; a++)
      vec_free(&p->watches[core][a]);
    mem_free(p->watches[core]);
  }
  vec_free(&p->value);
  vec_free(&p->trail);
  vec_free(&p->position);
  vec_free(&p->reason);
}

void proof_assign(proof *p, proof_lit a, proof_ref reason) {
  assert(p->value.data[a] == 0);
  p->value.data[a] = 1;
  p->value.data[lit_not(a)] = -1;
  p->position.data[lit_var(a)] = p->trail.len;
  p->reason.data[lit_var(a)] = reason;
  vec_push(&p->trail, a);
}

void proof_backtrack(proof *p, uint32_t length) {
  assert(length <= p->trail.len);
  while (p->trail.len > length) {
    proof_lit a = vec_pop(&p->trail);
    p->value.data[a] = p->value.data[lit_not(a)] = 0;
  }
}

static void watch(proof *p, proof_lit a, proof_ref r, proof_lit blocker) {
  assert(a < p->watch_count && a != blocker);
  int core = (*clause_flags(p, r) & CLAUSE_CORE) != 0;
  vec_push(&p->watches[core][a], ((proof_watch){r, blocker}));
}

void proof_watch_core(proof *p, proof_ref r) {
  assert(*clause_flags(p, r) & CLAUSE_CORE);
  if (clause_size(p, r) < 2)
    return;
  const proof_lit *lits = &p->pool.data[r];
  watch(p, lits[0], r, lits[1]);
  watch(p, lits[1], r, lits[0]);
}

// How long a literal stays not false on backtracking: the larger the better to
// watch.
static uint32_t watch_rank(const proof *p, proof_lit a) {
  return p->value.data[a] < 0 ? p->position.data[lit_var(a)] : UINT32_MAX;
}

// Moves the two best literals to watch to the front.
static void choose_watches(proof *p, proof_ref r) {
  proof_lit *lits = &p->pool.data[r];
  uint32_t size = clause_size(p, r);
  for (uint32_t to = 0; to < 2 && to < size; to++) {
    uint32_t best = to;
    for (uint32_t i = to + 1; i < size; i++)
      if (watch_rank(p, lits[i]) > watch_rank(p, lits[best]))
        best = i;
    proof_lit a = lits[best];
    lits[best] = lits[to];
    lits[to] = a;
  }
}

static bool is_tautology(proof *p, proof_ref r) {
  bool found = false;
  uint32_t size = clause_size(p, r);
  const proof_lit *lits = &p->pool.data[r];
  for (uint32_t i = 0; i < size && !found; i++) {
    found = p->seen.data[lit_var(lits[i])] != 0; // literals are distinct
    p->seen.data[lit_var(lits[i])] = 1;
  }
  for (uint32_t i = 0; i < size; i++)
    p->seen.data[lit_var(lits[i])] = 0;
  return found;
}

proof_ref proof_activate(proof *p, proof_ref r) {
  assert(!(*clause_flags(p, r) & CLAUSE_ACTIVE));
  uint32_t size = clause_size(p, r);
  p->ticks += size;
  if (is_tautology(p, r))
    return 0;
  *clause_flags(p, r) |= CLAUSE_ACTIVE;
  choose_watches(p, r);
  const proof_lit *lits = &p->pool.data[r];
  if (size >= 2) {
    watch(p, lits[0], r, lits[1]);
    watch(p, lits[1], r, lits[0]);
  }
  if (size == 0 || p->value.data[lits[0]] < 0)
    return r;
  bool is_unit = size == 1 || p->value.data[lits[1]] < 0;
  if (!is_unit || p->value.data[lits[0]] > 0)
    return 0;
  uint32_t from = p->trail.len;
  proof_assign(p, lits[0], r);
  return proof_propagate(p, from);
}

// What looking at one watch of the false literal found.
typedef enum { KEEP, DROP, UNIT, CONFLICT } visit;

static visit visit_watch(proof *p, proof_lit is_false, proof_watch *w,
                         int core) {
  proof_lit *lits = &p->pool.data[w->clause];
  uint32_t flags = *clause_flags(p, w->clause);
  assert(p->value.data[is_false] < 0 && clause_size(p, w->clause) >= 2);
  if (!(flags & CLAUSE_ACTIVE) || ((flags & CLAUSE_CORE) != 0) != core)
    return DROP;
  if (lits[0] == is_false) {
    lits[0] = lits[1];
    lits[1] = is_false;
  } else if (lits[1] != is_false) {
    return DROP;
  }
  if (p->value.data[lits[0]] > 0) {
    w->blocker = lits[0];
    return KEEP;
  }
  uint32_t size = clause_size(p, w->clause);
  for (uint32_t i = 2; i < size; i++)
    if (p->value.data[lits[i]] >= 0) {
      lits[1] = lits[i];
      lits[i] = is_false;
      watch(p, lits[1], w->clause, lits[0]);
      return DROP;
    }
  return p->value.data[lits[0]] < 0 ? CONFLICT : UNIT;
}

// Visits the watches of a literal that became false, from *at on. Stops at a
// conflict, and for the rest also behind the first implied literal.
static proof_ref visit_list(proof *p, proof_lit is_false, int core,
                            uint32_t *at) {
  proof_watch_list *list = &p->watches[core][is_false];
  const int8_t *value = p->value.data;
  uint32_t i = *at;
  proof_ref conflict = 0;
  while (i < list->len && !conflict) {
    proof_watch *w = &list->data[i];
    p->ticks++;
    if (value[w->blocker] > 0) {
      i++;
      continue;
    }
    visit found = visit_watch(p, is_false, w, core);
    if (found == DROP) {
      list->data[i] = vec_last(list);
      (void)vec_pop(list);
      continue;
    }
    i++;
    if (found == CONFLICT)
      conflict = w->clause;
    if (found == UNIT) {
      proof_assign(p, p->pool.data[w->clause], w->clause);
      if (!core)
        break;
    }
  }
  *at = i;
  return conflict;
}

proof_ref proof_propagate(proof *p, uint32_t from) {
  uint32_t core_head = from, rest_head = from, rest_at = 0;
  for (;;) {
    proof_ref conflict = 0;
    while (core_head < p->trail.len && !conflict) {
      uint32_t at = 0;
      proof_lit a = p->trail.data[core_head++];
      conflict = visit_list(p, lit_not(a), 1, &at);
    }
    if (conflict || rest_head == p->trail.len)
      return conflict;
    proof_lit is_false = lit_not(p->trail.data[rest_head]);
    conflict = visit_list(p, is_false, 0, &rest_at);
    if (conflict)
      return conflict;
    if (rest_at >= p->watches[0][is_false].len) {
      rest_head++;
      rest_at = 0;
    }
  }
}
