// SPDX-License-Identifier: Apache-2.0
// Random inputs for runs of a program, with a liking for those that matter.
#ifndef PROGRAM_DRAW_H
#define PROGRAM_DRAW_H

#include "base/arena.h"
#include "base/hmap.h"
#include "num/value.h"
#include "program/program.h"

enum { DRAWS_FEW = 8 };

typedef struct {
  const program *program;
  uint64_t state;          // of the generator, never 0
  VEC(uint64_t) constants; // that the program mentions
  VEC(uint64_t) bytes;     // those of them that a byte can be
  hmap kept;               // input -> its value in this run
  uint64_t outside;        // pointer to memory from outside; 0: none
  bool likes_text;         // runs for what reads text are among those begun
  bool is_keeping;         // an input has the same value all through the run
  uint64_t rounds;         // 0; else about so often in a row
  uint64_t few[DRAWS_FEW]; // nearly all inputs of the run are from these,
  uint64_t few_count;      // if there are any
} draws;

void draws_init(draws *d, const program *p, uint64_t seed);
void draws_clear(draws *d);
// Begins a run: decides what kind of inputs it gets.
void draws_start_run(draws *d);
// The value of an input that is asked for. Large values are put into mem.
value draws_input(draws *d, term input, arena *mem);
// The same for an input whose values are bits: integers of up to 64 bits.
bool draws_is_word(const draws *d, term input);
uint64_t draws_word(draws *d, term input);
// The value of such an input; bits above its width are cut off.
value draws_value_of(const draws *d, term input, uint64_t bits);
uint64_t draws_number(draws *d); // any number, each as likely

#endif
