// SPDX-License-Identifier: Apache-2.0
// Who gets how much of the time: every share that one stage takes from another.
//
// Shares of engines among themselves are in the schedule; what an engine does
// with its time is its own business.
#ifndef DRIVER_SHARES_H
#define DRIVER_SHARES_H

#include "base/env.h"

// Without a limit on the time, the engines of a lane take turns: in the first
// round, shares of the schedule are those of as many seconds, in each that
// follows of twice as many.
#define SHARES_FIRST_ROUND 20.0
// All properties asked together, where there are several; the rest is for some
// of them at a time.
#define SHARES_WHOLE 0.6
// When one is known to be violated, the others get so many seconds, or so many
// times what it took to find out: the user waits for the error.
#define SHARES_REST_SECONDS 10.0
#define SHARES_REST_FACTOR 2.0
// A proof by contracts, of what is left when calls were unfolded once; so many
// seconds where there is no limit.
#define SHARES_CONTRACTS 0.4
#define SHARES_CONTRACTS_SECONDS 60.0
// For what variables are known to hold; so many seconds where there is no
// limit.
#define SHARES_CONSTANTS 0.2
#define SHARES_CONSTANTS_SECONDS 10.0
// A search leaves this part to the check of its answer: a proof is checked in a
// small part of the time it takes to find.
#define SHARES_CHECK 0.1
// One found within a second still needs some: so many seconds, at most that
// part.
#define SHARES_CHECK_SECONDS 0.5
#define SHARES_CHECK_MOST 0.25
// What an engine of the schedule found in its share may take more to be
// confirmed: this part of what is left for all, so that others get their turn.
#define SHARES_CONFIRM 0.5
// After one engine came to the bound of calls: for errors that others may still
// find before.
#define SHARES_GRACE 0.2
#define SHARES_GRACE_SECONDS 2.0
// Seconds after the deadline at which an engine that did not end is killed.
#define SHARES_LATE 0.2
// The verdict waits a moment for a proof that a person can read: so many
// seconds, at most that part of what is left, and no longer than it took so
// far; data-flow analysis gets some of it.
#define SHARES_READ_SECONDS 0.5
#define SHARES_READ_MOST 0.2
#define SHARES_READ_FIRST 0.4
// The verdict waits for a proof that its witness can say.
#define SHARES_WITNESS 0.5
#define SHARES_WITNESS_SECONDS 60.0 // where there is no limit
// In there: for the proof that there is; for df and explicit; for each proof
// that these, and others in equal parts of the rest, find; for the states of
// the only execution; for each attempt to do with less.
#define SHARES_WITNESS_OWN 0.25
#define SHARES_WITNESS_QUICK 0.25
#define SHARES_WITNESS_OTHER 0.5
#define SHARES_WITNESS_VISITS 0.2
#define SHARES_WITNESS_MINIMIZE 0.1
// 'wedge validate': for a proof from the invariants; for an execution that
// breaks one.
#define SHARES_VALIDATE_PROOF 0.6
#define SHARES_VALIDATE_ERROR 0.9
// For a call that is not as its contract says; so many seconds where there is
// no limit.
#define SHARES_VALIDATE_CALLS 0.3
#define SHARES_VALIDATE_CALLS_SECONDS 10.0
// For the execution of a violation, as it is told; so many seconds where there
// is no limit.
#define SHARES_VALIDATE_RUN 0.5
#define SHARES_VALIDATE_RUN_SECONDS 60.0
// For one depth of recursive calls, where there may be others.
#define SHARES_VALIDATE_DEPTH 0.4

// A part of what is left; all of it where there is no end.
limits shares_part(const limits *all, double part);
// For one of 'count' questions that are left; 'rest': at most so many seconds.
limits shares_of_questions(const limits *all, uint32_t count, double rest);
// The same, and so many seconds where there is no end.
limits shares_part_or(const limits *all, double part, double seconds);
// Of 'all', for a search whose answer will be checked.
limits shares_to_search(const limits *all);
// For the check of what was found within 'share' of 'all'.
limits shares_to_certify(const limits *all, const limits *share);
// For an engine of the schedule, in a round (from 0) of its lane.
limits shares_of_schedule(const limits *all, double share, uint32_t round);
// For a proof to read instead of what was found within 'share', whose limits
// are over, after so many seconds.
limits shares_to_read(const limits *share, double seconds);
// For the witness of what was found within 'share', whose limits are over.
limits shares_to_witness(const limits *share);

#endif
