// SPDX-License-Identifier: Apache-2.0
// Ways to search: an engine, with options and a transformation of its own.
#ifndef DRIVER_ROWS_H
#define DRIVER_ROWS_H

#include "encode/constants.h"
#include "engine/engine.h"
#include "engine/transformed.h"

typedef struct {
  const char *name;                     // the word of --engine
  const engine *engine;                 // NULL: those of the schedule
  void (*adapt)(options *o);            // options it overrides; NULL: none
  const transformation *transformation; // of the program first; NULL: none
  uint32_t needs;                       // features (driver/features.h)
  const char *lacking;                  // what is said where there are none
} row;

const row *row_of(engine_word word);
// The result has the name of the row. 'known' (or NULL) is of the task's
// original; its program was then made from the one with that in place.
result *row_run(const row *r, const engine_task *task, const constants *known);

#endif
