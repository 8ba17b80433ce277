// SPDX-License-Identifier: Apache-2.0
// Interpolation queries with auxiliary invariants, and without them where they
// make the query too hard.
#ifndef ENGINE_REACH_INJECTED_H
#define ENGINE_REACH_INJECTED_H

#include "engine/induction/inductive.h"
#include "interpolate/interpolate.h"

typedef struct {
  const inductive *base;
  double spent; // seconds in all queries
  uint32_t count;
} injected;

// Does --strengthen allow interpolants to rely on invariants?
bool injected_is_allowed(const injected *i);

// Asks with the invariants if 'is_any', in a time like that of the other
// queries; if that is not enough, or without invariants, asks without.
typedef itp_status injected_question(void *data, bool with_invariants,
                                     const limits *l);
itp_status injected_ask(injected *i, injected_question *ask, void *data,
                        bool is_any, const limits *l);

#endif
