// SPDX-License-Identifier: Apache-2.0
// Loops of a program: heads, nesting, reducibility. Linear time.
#ifndef PROGRAM_LOOPS_H
#define PROGRAM_LOOPS_H

#include "program/program.h"

typedef struct {
  loc head;
  uint32_t parent; // index of the enclosing loop + 1; 0: outermost
  uint32_t depth;  // 1: outermost
  bool reducible;  // entered through its head only
} loop;

typedef struct {
  VEC(loop) loops;
  // Indexed by location id: target of a retreating edge of a depth-first
  // search from the entry. Every cycle contains one.
  bool *is_head;
  loc_vec order; // reachable locations, reverse postorder of that search
} loops;

loops *loops_find(const program *p);
void loops_free(loops *l);

#endif
