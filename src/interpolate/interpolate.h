// SPDX-License-Identifier: Apache-2.0
// Craig interpolation: one interface, four procedures, every result checked.
//
// A problem is a list of groups G_0, ..., G_n-1 (formulas, conjoined). If their
// conjunction is unsatisfiable, the cut c between G_c-1 and G_c has an
// interpolant I_c: implied by G_0 .. G_c-1, inconsistent with G_c .. G_n-1,
// over variables that occur on both sides. A pair (A, B) is two groups and the
// cut 1. The interpolants of one call form an inductive sequence:
// I_c and G_c imply I_c+1, with I_0 = true and I_n = false.
//
// Groups stay translated: replacing one and asking again costs the difference
// (IMC keeps its B part and changes its A part in every inner iteration).
#ifndef INTERPOLATE_INTERPOLATE_H
#define INTERPOLATE_INTERPOLATE_H

#include "base/env.h"
#include "smt/solver.h"
#include "term/term.h"

typedef struct interpolator interpolator;
typedef struct itp_procedure itp_procedure;

extern const itp_procedure itp_proof;    // clausal proofs of CaDiCaL; complete
extern const itp_procedure itp_abstract; // cheap domains, from models
extern const itp_procedure itp_spacer;   // Z3's Horn clause engine
extern const itp_procedure itp_layered;  // bit-vectors as integers, checked
extern const itp_procedure itp_auto;     // the schedule of the above
// The procedure that a word of --interpolation stands for.
const itp_procedure *itp_procedure_of(interpolation_word word);

typedef enum {
  ITP_FOUND,  // unsatisfiable, and every asked interpolant is verified
  ITP_SAT,    // satisfiable: there is nothing to separate
  ITP_GAVE_UP // see itp_reason
} itp_status;

interpolator *itp_new(const itp_procedure *p, const env *e, terms *tt);
void itp_free(interpolator *ip);
void itp_set_limits(interpolator *ip, const limits *l);

// Groups are numbered from 0 in the order in which they were added.
uint32_t itp_add_group(interpolator *ip);
void itp_assert(interpolator *ip, uint32_t group, term formula);
void itp_clear_group(interpolator *ip, uint32_t group); // forgets its formulas

// Interpolants at the given cuts (increasing, 1 .. n-1) into 'out'.
itp_status itp_check(interpolator *ip, const uint32_t *cuts, uint32_t n,
                     term *out);
// After ITP_FOUND: may the group be needed for the conjunction to be
// unsatisfiable?
bool itp_needed(const interpolator *ip, uint32_t group);
const char *itp_reason(const interpolator *ip); // after ITP_GAVE_UP
// Name of the procedure that gave the last answer ("abstract").
const char *itp_answered_by(const interpolator *ip);

#endif
