// SPDX-License-Identifier: Apache-2.0
// Sets of states by their distance: all that so many steps from the entry lead
// to, or all from which so many steps lead to something bad; and perhaps more.
//
// A frame has one formula per head. Frames are numbered from 1 and only become
// smaller.
#ifndef ENGINE_REACH_FRAMES_H
#define ENGINE_REACH_FRAMES_H

#include "engine/reach/bounded.h"

typedef struct {
  bounded *base;
  VEC(term *) sets; // frame i + 1: by location
} frames;

void frames_init(frames *f, bounded *base);
void frames_clear(frames *f);
uint32_t frames_count(const frames *f);

void frames_add(frames *f); // one more, of all states at heads
const term *frames_at(const frames *f, uint32_t i);
void frames_restrict(frames *f, uint32_t i, loc l, term set);

// Is one of the frames within the union of those before it? SMT_UNSAT: yes, and
// 'covering' is that union, by location.
smt_status frames_find_covered(const frames *f, term *covering);

#endif
