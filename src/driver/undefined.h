// SPDX-License-Identifier: Apache-2.0
// What a proof says of undefined behavior that it assumes away.
#ifndef DRIVER_UNDEFINED_H
#define DRIVER_UNDEFINED_H

#include "base/env.h"
#include "result/result.h"

// For a proof of a program whose undefined behavior is assumed away. Each place
// with undefined behavior becomes a note of the program:
//  - NOTE_HARMLESS: the judge finds that the same proof excludes it,
//  - NOTE_WARNING: an execution gets there, as was seen by running it; a second
//    one if no execution goes on behind it,
//  - NOTE_ASSUMPTION: neither is known.
// If all are harmless, 'confirmed' says it. 'is_confirmed': the judge has
// accepted the proof; else nothing is harmless.
// What was found beside that is returned.
typedef struct {
  const edge_info *at; // an edge that an execution takes; NULL: none is known
  bool is_everywhere;  // no execution without undefined behavior reaches the
                       // end or goes round a loop: the proof says nothing
} undefined_finding;
undefined_finding undefined_explain(const env *judge, program *p,
                                    const result *r, bool is_confirmed,
                                    strbuf *confirmed);

#endif
