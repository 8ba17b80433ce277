// SPDX-License-Identifier: Apache-2.0
// What a proof assumes of undefined behavior.
#ifndef DRIVER_UNDEFINED_H
#define DRIVER_UNDEFINED_H

#include "base/env.h"
#include "result/contracts.h"
#include "result/result.h"

// For a confirmed proof of a program whose undefined behavior is assumed away
// (c: what the program was closed from, if it was; else without a program):
// asks the judge whether the same proof also excludes it. If so, 'confirmed'
// says it; else each place becomes an assumption of the program's notes.
void undefined_explain(const env *judge, program *p, const contracted *c,
                       const result *r, strbuf *confirmed);

#endif
