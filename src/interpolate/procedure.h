// SPDX-License-Identifier: Apache-2.0
// What an interpolation procedure implements. Internal to interpolate.
//
// interpolate.c turns what the caller asked into an itp_query: a list of
// blocks whose conjunction is unsatisfiable, with one cut between each two. A
// procedure gives one candidate per cut; it need not be right, because every
// candidate is verified, but it should be. A schedule asks several procedures
// one after the other.
//
// To add a procedure: define its row, declare it in interpolate.h, give it a
// word (base/words.h), name it in table.c, and give it a place in auto.c.
#ifndef INTERPOLATE_PROCEDURE_H
#define INTERPOLATE_PROCEDURE_H

#include "interpolate/interpolate.h"
#include "interpolate/prover.h"

// The formulas between two cuts. Assuming all guards in the prover makes all
// formulas true.
typedef struct {
  const term *formulas;
  uint32_t formula_count;
  const term *guards;
  uint32_t guard_count;
  const uint32_t *formula_ends; // per guard: where its formulas end
} itp_block;

// Everything belongs to the caller and lasts for one call of 'find'.
typedef struct {
  const env *env;
  terms *tt;
  const limits *limits; // also those of the prover
  itp_prover *prover;
  const itp_block *blocks;
  uint32_t count;         // of blocks, at least 2
  const term_vec *shared; // count - 1: variables that occur on both sides
  uint32_t effort;        // as in itp_step
} itp_query;

typedef struct {
  const itp_procedure *procedure;
  // At most so much work, in easy calls of a solver (see prover.h); 0: any.
  uint32_t effort;
  // At most this part of the time that is left; 0: all. Effort should end a
  // step long before: it is the same in every run, time is not.
  double share;
} itp_step;

enum { ITP_MAX_STEPS = 8 };

struct itp_procedure {
  const char *name;
  // A procedure that decides satisfiability of bit-vectors by itself: it may be
  // asked about satisfiable blocks, and returns ITP_SAT then. The others, and
  // all where there are numbers or arrays, are asked only when the prover has
  // found the blocks unsatisfiable.
  bool decides;
  // State kept from query to query; both may be NULL for none.
  void *(*create)(const env *e, terms *tt);
  void (*destroy)(void *self);
  // Writes count - 1 candidates. On ITP_GAVE_UP '*reason' says why (a literal,
  // or text that lives until the next call).
  itp_status (*find)(void *self, const itp_query *q, term *out,
                     const char **reason);
  // After ITP_FOUND without arrays, for an answer hard to check: replaces it by
  // one that has been checked already, by another procedure than the one that
  // found it. False: that failed. NULL: never.
  bool (*replace)(void *self, const itp_query *q, term *out);
  // The answer was taken, or not: what is kept for 'replace' may go. May be
  // NULL.
  void (*forget)(void *self);
  // A schedule has this instead of all functions above. Returns the number of
  // steps, at most ITP_MAX_STEPS.
  uint32_t (*schedule)(const itp_query *q, itp_step *steps);
};

// All procedures, NULL at the end.
extern const itp_procedure *const itp_procedures[];

#endif
