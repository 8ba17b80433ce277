// SPDX-License-Identifier: Apache-2.0
// Which rows --engine auto runs, in which order, for how long.
#ifndef DRIVER_SCHEDULE_H
#define DRIVER_SCHEDULE_H

#include <stdint.h>

#include "driver/rows.h"

// The rows of a lane run one after the other; lanes run side by side.
typedef struct {
  engine_word row; // ENGINE_AUTO: the end of the lane
  double share;    // of the time that is left when it starts; of one that is
                   // alone in its lane, which ends with all, 1
} schedule_entry;

enum { SCHEDULE_MOST_LANES = 8, SCHEDULE_MOST_ROWS = 16 };

typedef struct {
  uint32_t lanes;
  schedule_entry of[SCHEDULE_MOST_LANES][SCHEDULE_MOST_ROWS];
} schedule;

// For so many lanes, and a program with these features.
schedule schedule_make(uint32_t lanes, uint32_t features);
// The entries of a lane, in rounds: in the first one all of them, in those that
// follow the ones that had too little time, and more than one, if the time has
// no end (SHARES_FIRST_ROUND).
typedef struct {
  const schedule_entry *lane;
  uint32_t next, round;
  bool is_endless;                       // there are further rounds
  bool is_cut_short[SCHEDULE_MOST_ROWS]; // in this round, or the one before
} schedule_turns;

// Before the first turn of a lane whose engines have these limits.
schedule_turns schedule_begin(const schedule_entry *lane, const limits *all);
// The entry whose turn it is, without taking it. NULL: there is none.
const schedule_entry *schedule_peek(const schedule_turns *t);
// Takes the turn, with limits within 'all' for it.
const schedule_entry *schedule_take(schedule_turns *t, const limits *all,
                                    limits *its);
// The one that was taken last ended for want of time.
void schedule_note_cut_short(schedule_turns *t);

// As many as --jobs says; else as this process has processors, at least two: a
// search for errors that waits for all proofs, or the other way round, is worse
// than half a processor. Where CPU time is counted, no more than two.
uint32_t schedule_lanes(const options *o);

#endif
