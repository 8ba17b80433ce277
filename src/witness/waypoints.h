// SPDX-License-Identifier: Apache-2.0
// What a waypoint is about.
#ifndef WITNESS_WAYPOINTS_H
#define WITNESS_WAYPOINTS_H

#include "witness/invariants.h"

// Is the call that begins at 'pos' closed at the place of the waypoint?
bool waypoint_closes(const witness_context *c, const waypoint *w,
                     source_pos pos);

bool waypoint_is_trivial(const waypoint *w); // any value will do

// What the waypoint wants of the value that a call without a body returns.
// TERM_NONE: 'why' tells.
term waypoint_condition(const witness_context *c, const waypoint *w, term input,
                        strbuf *why);

// Does the edge, which leads to an error, do so at the place of the target?
bool waypoint_is_target(const witness_context *c, const waypoint *w, edge e);

#endif
