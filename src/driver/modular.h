// SPDX-License-Identifier: Apache-2.0
// Proofs by the contracts of a witness: every call of a function that has one
// is what the contract says, and its body is checked on its own
// (docs/contracts.md).
#ifndef DRIVER_MODULAR_H
#define DRIVER_MODULAR_H

#include "driver/evidence.h"
#include "witness/function_contracts.h"

typedef struct {
  terms *terms;
  contracted contracted;   // the program with those calls open, and contracts
  program *closed;         // by these
  witness_context context; // of the closed program
} modular;

// Reads the program of e's options with all calls open of the functions that w
// has contracts of. False: 'why' says what is wrong, or that no proof by
// contracts is possible. 'asked': its properties; 0: all of them. To be cleared
// in either case; not to be moved.
bool modular_read(const env *e, const witness *w, uint32_t asked, modular *m,
                  strbuf *why);
void modular_clear(modular *m);

// Closes it by contracts that are found, or by those of w. False: one of these
// is not understood; 'd' says why.
void modular_find(const env *e, modular *m);
bool modular_understand(modular *m, const witness *w, uint32_t long_bits,
                        diag *d);

// Do the contracts it is closed by and these invariants prove the program?
certificate modular_prove(const env *e, const modular *m,
                          const placed_invariants *all, result *proved);

// Does a run of the program make a call that is not as these contracts say?
// Then 'call' says which.
bool modular_refute(const env *e, const modular *m, strbuf *call);

#endif
