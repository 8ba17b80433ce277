// SPDX-License-Identifier: Apache-2.0
// Programs in which arrays are cells: their elements at the witnesses.
//
// D. Monniaux, L. Gonnord: "Cell Morphing: From Array Programs to Array-Free
// Horn Clauses" (SAS 2016), with as many cells as there are witnesses. What is
// read elsewhere may be anything.
#ifndef TRANSFORM_CELL_PROGRAM_H
#define TRANSFORM_CELL_PROGRAM_H

#include "transform/watched.h"

typedef struct {
  program *program; // variables of the watched one, and the cells
  uint32_t count;   // of witnesses
  term witness[MOST_WITNESSES], last[MOST_WITNESSES];
  term_vec arrays; // variables; for each of them, and then each witness:
  term_vec cells;  // its element at the witness
  term_vec recent; // its element at the index that was read last
} cell_program;

// False: it has something that cannot be said without arrays.
bool cell_program_make(const watched *w, cell_program *out);
void cell_program_clear(cell_program *c);
// The cells as what they stand for.
term cell_program_meaning(const cell_program *c, term formula);

#endif
