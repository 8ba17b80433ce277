// SPDX-License-Identifier: Apache-2.0
// What a proof owes: conditions that must not hold.
#ifndef CERTIFY_OBLIGATIONS_H
#define CERTIFY_OBLIGATIONS_H

#include "certify/judge.h"
#include "certify/refuter.h"
#include "program/program.h"

typedef struct {
  term formula;
  loc at;
  const char *what; // it would mean
  bool is_new_case; // of another one, and not asked for yet
} obligation;

typedef struct {
  judge *judge;
  refuter *refuter;       // who may do without the judge; NULL: nobody
  terms *tt;              // of the formulas
  VEC(obligation) open;   // not refuted yet
  uint32_t settled_terms; // size of the table when there were none
  double turn;            // that the last round had, in seconds
  bool is_apart_first;    // members were easy where all together were hard
} obligations;

void obligations_clear(obligations *o);

// Nothing is owed where the refuter settles it at once.
void obligations_add(obligations *o, term formula, loc at, const char *what);
// Where 'reached' holds, 'invariant' must: one obligation for each part of it.
void obligations_add_invariant(obligations *o, term reached, term invariant,
                               loc at, const char *what);

// How long a settlement may last.
typedef enum { SETTLE_BRIEFLY, SETTLE_PATIENTLY } settle_mode;

// SMT_UNSAT: none holds, and the list is empty. SMT_SAT: '*broken' is one that
// does. SMT_UNKNOWN: judge_reason says why; what was refuted is gone.
smt_status obligations_settle(obligations *o, settle_mode mode,
                              obligation *broken);
// Patiently, once a lot has come together; SMT_UNSAT before that.
smt_status obligations_settle_if_many(obligations *o, obligation *broken);
// The same for obligations that have nothing to do with those settled before.
smt_status obligations_settle_batch(obligations *o, obligation *broken);

#endif
