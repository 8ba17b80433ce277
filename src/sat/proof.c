// SPDX-License-Identifier: Apache-2.0
// Reading a proof, and the order in which its steps are checked.
//
// Backward checking after Heule, Hunt and Wetzler, "Trimming while Checking
// Clausal Proofs" (FMCAD 2013). A first pass runs forward through the steps,
// activating and deleting clauses and propagating units that hold without any
// assumption ("on top"), until a contradiction or the end. The second pass
// undoes the steps one by one; a lemma that something checked so far depends on
// is checked at the moment it is removed, under exactly the clauses that came
// before it.
//
// Only RUP is accepted, so a deletion is only ever a hint for speed: leaving a
// clause in place never makes a wrong lemma pass. Deletions of unknown clauses,
// of units, and of clauses that are the reason of a unit on top are ignored;
// the last keeps the trail of the first pass valid in the second.
#include "sat/proof_internal.h"

#include "base/mem.h"

proof *proof_new(void) {
  proof *p = mem_alloc(sizeof *p);
  p->variables = 1;
  vec_push(&p->pool, 0); // so that reference 0 means none
  return p;
}

static void free_reading(proof *p) {
  hmap_free(&p->by_hash);
  vec_free(&p->hash_next);
  vec_free(&p->mark);
}

void proof_free(proof *p) {
  if (!p)
    return;
  free_reading(p);
  proof_free_propagation(p);
  vec_free(&p->lits);
  vec_free(&p->pool);
  vec_free(&p->clauses);
  vec_free(&p->steps);
  vec_free(&p->seen);
  vec_free(&p->unit);
  vec_free(&p->used_units);
  vec_free(&p->pending);
  vec_free(&p->chains);
  vec_free(&p->pivots);
  vec_free(&p->chain_start);
  vec_free(&p->order);
  mem_free(p);
}

void proof_keep_chains(proof *p) { p->keep_chains = true; }

uint32_t proof_original_count(const proof *p) { return p->originals; }

// --- reading -------------------------------------------------------------

// Adds a literal to p->lits unless it is there already.
static void read_literal(proof *p, proof_lit a) {
  if (lit_var(a) >= p->variables)
    p->variables = lit_var(a) + 1;
  if (p->mark.len <= (a | 1u))
    vec_resize(&p->mark, (a | 1u) + 1);
  if (p->mark.data[a] != p->mark_stamp)
    vec_push(&p->lits, a);
  p->mark.data[a] = p->mark_stamp;
}

static void begin_clause(proof *p) {
  vec_clear(&p->lits);
  p->mark_stamp++;
}

uint32_t proof_store_clause(proof *p) {
  uint32_t id = p->clauses.len;
  vec_push(&p->pool, id);
  vec_push(&p->pool, p->lits.len);
  vec_push(&p->pool, 0);
  vec_push(&p->clauses, p->pool.len);
  for (uint32_t i = 0; i < p->lits.len; i++)
    vec_push(&p->pool, p->lits.data[i]);
  return id;
}

// Independent of the order of the literals.
static uint64_t hash_literals(const proof_lit *lits, uint32_t n) {
  uint64_t sum = n;
  for (uint32_t i = 0; i < n; i++)
    sum += hash_mix(0x5bd1e995u, lits[i]);
  return sum;
}

// Enters all clauses that are not entered yet: only deletions look for
// clauses, and short proofs have none.
static void hash_clauses(proof *p) {
  while (p->hash_next.len < p->clauses.len) {
    uint32_t id = p->hash_next.len;
    proof_ref r = p->clauses.data[id];
    uint64_t hash = hash_literals(&p->pool.data[r], clause_size(p, r));
    uint64_t *newest = hmap_find(&p->by_hash, hash);
    vec_push(&p->hash_next, newest ? (uint32_t)*newest : 0);
    if (newest)
      *newest = id + 1;
    else
      hmap_put(&p->by_hash, hash, id + 1);
  }
}

// Is clause 'id' the set of p->lits, whose marks are set?
static bool is_same_clause(const proof *p, uint32_t id) {
  proof_ref r = p->clauses.data[id];
  if (clause_size(p, r) != p->lits.len)
    return false;
  for (uint32_t i = 0; i < p->lits.len; i++)
    if (p->mark.data[p->pool.data[r + i]] != p->mark_stamp)
      return false;
  return true;
}

// Finds the newest clause with the literals of p->lits, and forgets it; false:
// there is none.
static bool forget_hashed(proof *p, uint32_t *id) {
  hash_clauses(p);
  uint64_t hash = hash_literals(p->lits.data, p->lits.len);
  uint64_t *newest = hmap_find(&p->by_hash, hash);
  if (!newest)
    return false;
  uint32_t *link = NULL;
  for (uint32_t at = (uint32_t)*newest; at != 0; at = *link) {
    if (is_same_clause(p, at - 1)) {
      if (link)
        *link = p->hash_next.data[at - 1];
      else
        *newest = p->hash_next.data[at - 1];
      *id = at - 1;
      return true;
    }
    link = &p->hash_next.data[at - 1];
  }
  return false;
}

static void read_clause(proof *p, const int *clause, uint32_t n) {
  begin_clause(p);
  for (uint32_t i = 0; i < n; i++) {
    assert(clause[i] != 0);
    uint32_t variable = (uint32_t)(clause[i] < 0 ? -clause[i] : clause[i]);
    read_literal(p, 2 * variable + (clause[i] < 0 ? 1u : 0u));
  }
}

void proof_add_original(proof *p, const int *clause, uint32_t n) {
  assert(p->steps.len == 0 && p->originals == p->clauses.len);
  read_clause(p, clause, n);
  proof_store_clause(p);
  p->originals++;
}

// Reads one literal of the binary format, which writes seven bits per byte,
// the lowest first; false: the data ends, or the number is too large.
static bool read_number(const uint8_t **at, const uint8_t *end, uint32_t *out) {
  uint64_t number = 0;
  for (uint32_t shift = 0; *at < end && shift < 35; shift += 7) {
    uint8_t byte = *(*at)++;
    number |= (uint64_t)(byte & 0x7fu) << shift;
    if (!(byte & 0x80u)) {
      *out = (uint32_t)number;
      return number < UINT32_MAX;
    }
  }
  return false;
}

static bool read_binary_clause(proof *p, const uint8_t **at,
                               const uint8_t *end) {
  begin_clause(p);
  for (;;) {
    uint32_t a;
    if (!read_number(at, end, &a))
      return false;
    if (a == 0)
      return true;
    if (a < 2) // there is no variable 0
      return false;
    read_literal(p, a);
  }
}

bool proof_add_trace(proof *p, const uint8_t *data, size_t size) {
  assert(p->watch_count == 0 && "a trace comes before the check");
  const uint8_t *at = data, *end = data + size;
  while (at < end) {
    uint8_t kind = *at++;
    if ((kind != 'a' && kind != 'd') || !read_binary_clause(p, &at, end))
      return false;
    uint32_t id;
    if (kind == 'a')
      vec_push(&p->steps, 2 * proof_store_clause(p));
    else if (p->lits.len > 1 && forget_hashed(p, &id))
      vec_push(&p->steps, 2 * id + 1);
  }
  return true;
}

// --- checking ------------------------------------------------------------

// Does the clause follow by unit propagation? If so, its core is marked.
static bool check_clause(proof *p, uint32_t id) {
  proof_ref r = p->clauses.data[id];
  proof_ref conflict = 0;
  assert(p->trail.len == p->top);
  for (uint32_t i = 0; i < clause_size(p, r); i++) {
    proof_lit a = p->pool.data[r + i];
    if (p->value.data[a] > 0) {
      // On top: the unit alone implies the clause. Else the clause holds
      // the complement too: a tautology.
      proof_explain_true(p, id, a);
      proof_backtrack(p, p->top);
      return true;
    }
    if (p->value.data[a] == 0)
      proof_assign(p, lit_not(a), 0);
  }
  conflict = proof_propagate(p, p->top);
  if (conflict)
    proof_explain(p, id, conflict);
  proof_backtrack(p, p->top);
  return conflict != 0;
}

// Is this clause the reason of a literal on top?
static bool is_reason(const proof *p, proof_ref r) {
  proof_lit first = p->pool.data[r];
  return clause_size(p, r) > 0 && p->value.data[first] > 0 &&
         p->reason.data[lit_var(first)] == r;
}

static bool must_stop(proof *p) {
  if (p->ticks >= 100000) {
    p->ticks = 0;
    if (p->limits && limits_stop(p->limits) != LIMIT_NONE)
      p->stopped = true;
  }
  return p->stopped;
}

// What the first pass ends with.
typedef struct {
  proof_ref conflict; // clause that is false on top, 0: none
  uint32_t steps;     // how many were taken
  bool failed;        // a lemma does not follow (forward mode)
} end_of_run;

static proof_ref activate_on_top(proof *p, proof_ref r) {
  proof_ref conflict = proof_activate(p, r);
  p->top = p->trail.len;
  return conflict;
}

static void take_step(proof *p, proof_mode mode, end_of_run *end) {
  assert(end->steps < p->steps.len && p->trail.len == p->top);
  uint32_t step = p->steps.data[end->steps++];
  proof_ref r = p->clauses.data[step / 2];
  if (step % 2 == 0) {
    if (mode == PROOF_FORWARD && !check_clause(p, step / 2))
      end->failed = true;
    else
      end->conflict = activate_on_top(p, r);
  } else if (!is_reason(p, r)) {
    *clause_flags(p, r) &= ~(uint32_t)CLAUSE_ACTIVE;
  }
}

static end_of_run run_forward(proof *p, proof_mode mode) {
  end_of_run end = {0, 0, false};
  for (uint32_t i = 0; i < p->originals && !end.conflict; i++)
    end.conflict = activate_on_top(p, p->clauses.data[i]);
  while (end.steps < p->steps.len && !end.conflict && !end.failed &&
         !must_stop(p))
    take_step(p, mode, &end);
  return end;
}

// Undoes one step; false: it added a needed lemma that does not follow.
static bool undo_step(proof *p, uint32_t step) {
  proof_ref r = p->clauses.data[step / 2];
  uint32_t *flags = clause_flags(p, r);
  if (step % 2 == 1) {
    if (!(*flags & CLAUSE_ACTIVE))
      proof_activate(p, r);
    assert(p->trail.len == p->top);
    return true;
  }
  if (is_reason(p, r)) {
    proof_backtrack(p, p->position.data[lit_var(p->pool.data[r])]);
    p->top = p->trail.len;
  }
  *flags &= ~(uint32_t)CLAUSE_ACTIVE;
  assert(!is_reason(p, r));
  return !(*flags & CLAUSE_CORE) || check_clause(p, step / 2);
}

// The trail may hold literals that were not propagated when the conflict was
// found. They go when the clause that started it is undone, before anything
// is checked.
static bool run_backward(proof *p, const end_of_run *end) {
  if (end->conflict)
    proof_explain(p, p->goal, end->conflict);
  else if (!check_clause(p, p->goal))
    return false;
  for (uint32_t i = end->steps; i > 0; i--)
    if (must_stop(p) || !undo_step(p, p->steps.data[i - 1]))
      return false;
  return true;
}

proof_status proof_check(proof *p, proof_mode mode, const int *goal, uint32_t n,
                         const limits *l) {
  assert(p->chain_start.len == 0 && "a proof is checked once");
  p->limits = l;
  read_clause(p, goal, n);
  p->goal = proof_store_clause(p);
  free_reading(p);
  proof_init_propagation(p);
  end_of_run end = run_forward(p, mode);
  bool good = !end.failed && !p->stopped;
  if (good && mode == PROOF_BACKWARD)
    good = run_backward(p, &end);
  else if (good && !end.conflict)
    good = check_clause(p, p->goal);
  if (p->stopped)
    return PROOF_STOPPED;
  return good ? PROOF_VERIFIED : PROOF_REJECTED;
}
