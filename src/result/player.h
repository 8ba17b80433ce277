// SPDX-License-Identifier: Apache-2.0
// Playing a trace: the answers that program_run asks for.
#ifndef RESULT_PLAYER_H
#define RESULT_PLAYER_H

#include "base/hmap.h"
#include "program/run.h"
#include "result/result.h"

typedef enum {
  PLAYER_FINE,
  PLAYER_END,          // an input was asked for behind the end of the trace
  PLAYER_OTHER_INPUT,  // the trace holds another input at this place
  PLAYER_WRONG_SORT,   // a value has not the sort of its input or variable
  PLAYER_WRONG_INITIAL // a variable that does not exist, or is set twice
} player_problem;

typedef struct {
  const program *program;
  const trace *trace;
  uint32_t next;          // index of the input to be asked for
  player_problem problem; // the first; inputs have default values behind it
  loc at;                 // where it was
  hmap initial;           // variable id -> index in trace->initial
} player;

void player_init(player *p, const program *of, const trace *t);
void player_clear(player *p);
value player_initial(player *p, var v);
value player_input(player *p, loc at, term input);

#endif
