// SPDX-License-Identifier: Apache-2.0
// The data of a proof, shared by the files proof*.c.
#ifndef SAT_PROOF_INTERNAL_H
#define SAT_PROOF_INTERNAL_H

#include "base/hmap.h"
#include "base/vec.h"
#include "sat/proof.h"

typedef uint32_t proof_lit; // 2 * variable + sign
typedef uint32_t proof_ref; // where a clause's literals start in 'pool'

enum { CLAUSE_HEADER = 3 }; // words before the literals: id, size, flags
enum {
  CLAUSE_ACTIVE = 1, // added and not deleted, at the current point in time
  CLAUSE_CORE = 2,   // needed by the goal
};

// A clause watched through the owner of the list; 'blocker' is another literal
// of it: if that one is true the clause need not be looked at.
typedef struct {
  proof_ref clause;
  proof_lit blocker;
} proof_watch;

typedef VEC(proof_watch) proof_watch_list;

enum { NO_CHAIN = UINT32_MAX, NO_UNIT = UINT32_MAX };

struct proof {
  VEC(uint32_t) pool;     // clauses: header, then literals
  VEC(proof_ref) clauses; // by id
  VEC(uint32_t) steps;    // of the trace: 2 * id + (1 if a deletion)
  uint32_t originals;
  uint32_t variables; // largest seen, plus one
  // Only while reading: which active clause has these literals.
  hmap by_hash;            // hash of the literals -> id + 1 of the newest
  VEC(uint32_t) hash_next; // by id: id + 1 of the next one, 0: none
  VEC(uint32_t) mark;      // by literal, against mark_stamp
  uint32_t mark_stamp;
  VEC(proof_lit) lits; // the clause being read
  // Propagation. A literal is true, false or open: 1, -1, 0.
  VEC(int8_t) value; // by literal
  VEC(proof_lit) trail;
  VEC(uint32_t) position;       // by variable: in the trail
  VEC(proof_ref) reason;        // by variable; 0: assumed
  proof_watch_list *watches[2]; // by literal; [1]: of core clauses
  uint32_t watch_count;         // literals that have lists
  uint32_t top;                 // length of the trail that holds without any
                                // assumption
  // Marking and chains.
  VEC(uint8_t) seen;        // by variable
  VEC(uint32_t) unit;       // by variable: id of its unit, NO_UNIT: not needed
  VEC(uint32_t) used_units; // variables, by the lemma at work
  VEC(uint32_t) pending;    // variables whose units lack a chain
  bool keep_chains;
  VEC(uint32_t) chains;      // length, then ids
  VEC(uint32_t) pivots;      // beside 'chains': the variable resolved on
  VEC(uint32_t) chain_start; // by id, NO_CHAIN: none
  VEC(uint32_t) order;       // the core, once asked for
  uint32_t goal;             // its id
  uint64_t ticks;            // work done, to poll limits now and then
  const limits *limits;
  bool stopped;
};

static inline uint32_t clause_size(const proof *p, proof_ref r) {
  return p->pool.data[r - 2];
}
static inline uint32_t clause_id(const proof *p, proof_ref r) {
  return p->pool.data[r - 3];
}
static inline uint32_t *clause_flags(const proof *p, proof_ref r) {
  return &p->pool.data[r - 1];
}
static inline proof_lit lit_not(proof_lit a) { return a ^ 1u; }
static inline uint32_t lit_var(proof_lit a) { return a >> 1; }

// proof.c: a new clause with the literals of p->lits.
uint32_t proof_store_clause(proof *p);

// proof_propagate.c. Both return the clause that became false, or 0.
void proof_init_propagation(proof *p);
void proof_free_propagation(proof *p);
// Makes the clause active and propagates what it implies.
proof_ref proof_activate(proof *p, proof_ref r);
// Propagates the trail from 'from' on, core clauses first.
proof_ref proof_propagate(proof *p, uint32_t from);
void proof_assign(proof *p, proof_lit a, proof_ref reason);
void proof_backtrack(proof *p, uint32_t length); // of the trail
void proof_watch_core(proof *p, proof_ref r);    // it just became core

// proof_chain.c
// Marks what the false clause 'conflict' follows from, as the core of the
// clause 'id'; the trail above p->top is the reasoning.
void proof_explain(proof *p, uint32_t id, proof_ref conflict);
// The same for a clause that holds because its literal 'a' is true.
void proof_explain_true(proof *p, uint32_t id, proof_lit a);

// proof_tighten.c: makes the clauses of p->order what their chains resolve to.
void proof_tighten(proof *p);

#endif
