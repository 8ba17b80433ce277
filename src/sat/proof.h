// SPDX-License-Identifier: Apache-2.0
// Clausal proofs: checking and trimming, independent of the SAT solver.
//
// A proof is the original clauses, the solver's trace of added and deleted
// clauses, and a goal: the clause to be shown (empty, or the negated
// assumptions). Every added clause must follow by unit propagation (RUP) from
// the active ones before it. Checking runs backwards from the goal and looks
// only at clauses that are needed: those are the *core*, and each has its
// chain of antecedents.
//
// Clauses have ids: the originals from 0 in the order given, then the lemmas of
// the trace, then the clauses that the check itself names: units that
// propagation found, and the goal.
//
// Order of use: originals, trace, one check, then reading off.
#ifndef SAT_PROOF_H
#define SAT_PROOF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/limits.h"

typedef struct proof proof;

typedef enum {
  PROOF_VERIFIED,
  PROOF_REJECTED, // some needed clause does not follow
  PROOF_STOPPED   // by the limits
} proof_status;

typedef enum {
  PROOF_BACKWARD, // needed lemmas only
  PROOF_FORWARD   // every lemma up to the first contradiction; no core
} proof_mode;

proof *proof_new(void);
void proof_free(proof *p); // may be NULL

// Literals as in cadical.h.
void proof_add_original(proof *p, const int *clause, uint32_t n);
// The binary trace of cadical_proof; false: it is not one.
bool proof_add_trace(proof *p, const uint8_t *data, size_t size);
// Asks to keep the chains of the coming check.
void proof_keep_chains(proof *p);

proof_status proof_check(proof *p, proof_mode mode, const int *goal, uint32_t n,
                         const limits *l);

// --- after a verified backward check with chains kept ---------------------
// Ids of all clauses that the goal depends on, antecedents before users; the
// last one is the goal. To be called before what follows.
const uint32_t *proof_core(proof *p, uint32_t *n);
uint32_t proof_original_count(const proof *p); // ids below are originals
// Writes the literals of a clause; returns how many. 'out' may be NULL. Lemmas
// of the core, and the goal, may have fewer than were given.
uint32_t proof_clause(const proof *p, uint32_t id, int *out);
// The antecedents of a core clause that is no original, in the order of
// resolution: the first clause resolved with the second, the result with the
// third, and so on, one pivot each; the last result is the clause. Only a
// tautology has none (a goal may be one: contradicting assumptions).
const uint32_t *proof_chain(const proof *p, uint32_t id, uint32_t *n);
// Beside each antecedent the variable that it is resolved on; 0 for the first.
const uint32_t *proof_pivots(const proof *p, uint32_t id);

#endif
