// SPDX-License-Identifier: Apache-2.0
// Programs whose only question is whether contracts are kept.
#ifndef CONTRACT_CLOSE_H
#define CONTRACT_CLOSE_H

#include "contract/contract.h"
#include "term/subst.h"

// What a body calls its parameters becomes what a call does.
void close_bind_parameters(const program *p, const open_function *f, subst *s);

// A closed copy of p, with the same locations, in which the errors of p itself
// are left out.
program *close_copy(const program *p, const open_calls *o,
                    const contracts *all);

#endif
