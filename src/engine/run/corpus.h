// SPDX-License-Identifier: Apache-2.0
// Inputs of runs that were new, and inputs that are made from them.
//
// A run that took a choice which none before it took has come further than
// others. Its inputs are kept, and later runs get them with small changes: so a
// loop that reads a line comes to a long line one character after the other,
// and a machine that knows a word of eight commands learns them one by one.
#ifndef ENGINE_RUN_CORPUS_H
#define ENGINE_RUN_CORPUS_H

#include "base/vec.h"
#include "engine/run/wanted.h"
#include "program/draw.h"

typedef struct {
  fed *values;
  uint32_t count;
  uint32_t chosen; // how many runs were made from it
  uint64_t steps;  // that the run needed for them, about
  wish_vec wishes; // values that are tried in it
} kept_inputs;

typedef struct {
  draws *draws;
  VEC(kept_inputs) kept;
  uint64_t size;  // values of all of them
  VEC(fed) plan;  // for this run
  uint32_t next;  // of the plan
  VEC(fed) given; // to this run so far
} corpus;

// Takes its random numbers from 'd', which outlives it.
void corpus_init(corpus *c, draws *d);
void corpus_clear(corpus *c);
// Begins a run: makes a plan from what was kept, which is returned, or an empty
// one: NULL.
const kept_inputs *corpus_start_run(corpus *c);
// What the plan has for this input. False: nothing.
bool corpus_plans(corpus *c, term input, uint64_t *bits);
// The run got this value. Returns how many it got so far.
uint32_t corpus_gave(corpus *c, term input, uint64_t bits);
// Keeps the first n values that this run got; NULL if that is too much. Valid
// until the next call.
kept_inputs *corpus_keep(corpus *c, uint32_t n);

#endif
