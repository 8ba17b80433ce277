// SPDX-License-Identifier: Apache-2.0
// Contracts of recursive functions: what holds whenever one is called, and what
// holds then whenever it returns.
//
// Proof by induction (C. A. R. Hoare: "Procedures and Parameters: An Axiomatic
// Approach", 1971): each body is checked on its own, for all parameters that
// the contract allows, with the contracts in place of the calls inside it. If
// none of them leads to an error, no call that the program makes does, however
// deep.
#ifndef CONTRACT_CONTRACT_H
#define CONTRACT_CONTRACT_H

#include "base/env.h"
#include "base/strbuf.h"
#include "result/contracts.h"

// Guesses contracts from calls that runs of the program make, and leaves those
// that induction keeps as far as it was asked: wrong ones cost the proof, and
// nothing else.
contracts contracts_find(const env *e, const program *p, const open_calls *o);

// Gives the open ends of p their edges: a body begins as needed, a call comes
// to what is given, and what is needed at a call or given at a return and does
// not hold is an error. p has then no error only if all calls of the program
// that it was made from have none.
void contracts_close(program *p, const open_calls *o, const contracts *c);

// Does a run of the program make a call that is not as the contracts say? Then
// 'call' says which, in words.
bool contracts_refute(const env *e, const program *p, const open_calls *o,
                      const contracts *all, strbuf *call);

// Notes for people: NOTE_CONTRACT, one for each function.
void contracts_note(program *p, const open_calls *o, const contracts *c);

#endif
