// SPDX-License-Identifier: Apache-2.0
// Answers as witnesses, and proofs that use nothing but a witness.
#ifndef DRIVER_EVIDENCE_H
#define DRIVER_EVIDENCE_H

#include "certify/certify.h"
#include "witness/invariants.h"

// The largest k with which invariants of a witness are proved inductive.
enum { EVIDENCE_MOST_K = 2 };

// Are the invariants k-inductive together, and do they exclude every error?
// Loops without one count as having 'true'. 'proved', a new result, gets the
// proof if so. 'by': what p was closed from by contracts, which count, too; or
// NULL.
certificate evidence_prove(const env *e, const program *p, const contracted *by,
                           const placed_invariants *all, result *proved);

// Fills w with the witness of an answer, true or false, about p; other engines
// may be asked for a proof that it can say. 'by' as above. 'why' is filled if
// there can be none.
void evidence_find(const env *e, const program *p, const contracted *by,
                   const result *r, witness *w, strbuf *why);
void evidence_print(const witness *w, strbuf *out); // as YAML

// The data model's size of 'long'.
uint32_t evidence_long_bits(const options *o);

#endif
