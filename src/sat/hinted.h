// SPDX-License-Identifier: Apache-2.0
// Clausal proofs whose steps name what they follow from.
//
// A lemma is accepted if unit propagation over its hints alone, clauses that
// were added before, refutes its negation: linear work, no search, no watches.
// After Cruz-Filipe, Heule, Hunt, Kaufmann and Schneider-Kamp, "Efficient
// Certified RAT Verification" (CADE 2017), without RAT and with hints in any
// order, though the best one is that of propagation.
#ifndef SAT_HINTED_H
#define SAT_HINTED_H

#include <stdbool.h>
#include <stdint.h>

typedef struct hinted hinted;

enum { HINTED_NONE = 0 }; // no clause

hinted *hinted_new(void);
void hinted_free(hinted *h); // may be NULL
// Literals as in cadical.h. Both return the number of the clause.
uint32_t hinted_add_axiom(hinted *h, const int *clause, uint32_t n);
// HINTED_NONE: it does not follow that way. Hints may be HINTED_NONE, too.
uint32_t hinted_add_lemma(hinted *h, const int *clause, uint32_t n,
                          const uint32_t *hints, uint32_t hint_count);

#endif
