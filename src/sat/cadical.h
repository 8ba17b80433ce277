// SPDX-License-Identifier: Apache-2.0
// The SAT solver CaDiCaL, for C.
//
// Literals are +-variable, variables count from 1. When CaDiCaL runs out of
// memory the solver is lost: cadical_solve says so, then and ever after.
#ifndef SAT_CADICAL_H
#define SAT_CADICAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cadical cadical;

typedef enum {
  CADICAL_SAT,
  CADICAL_UNSAT,
  CADICAL_STOPPED, // the terminator said so
  CADICAL_NO_MEMORY
} cadical_status;

// traced: keeps its clausal proof in memory. NULL: no memory.
cadical *cadical_new(int seed, bool traced);
void cadical_free(cadical *s); // may be NULL

// 'stop' is polled while solving; true ends the search.
void cadical_set_terminator(cadical *s, bool (*stop)(void *data), void *data);
void cadical_add(cadical *s, const int *clause, uint32_t n);
void cadical_assume(cadical *s, int lit); // for the next solve alone
// The next solve stops after so many conflicts: the same in every run.
void cadical_limit_conflicts(cadical *s, int conflicts);
cadical_status cadical_solve(cadical *s);
bool cadical_value(cadical *s, int variable);    // after SAT
bool cadical_failed(cadical *s, int assumption); // after UNSAT
// The binary proof so far: added ('a') and deleted ('d') clauses. Original
// clauses are not in it. Valid until the next call; requires 'traced'.
const uint8_t *cadical_proof(cadical *s, size_t *size);

#endif
