// SPDX-License-Identifier: Apache-2.0
// Linear equations modulo 2^width that hold for all points of a set.
#ifndef NUM_EQUATIONS_H
#define NUM_EQUATIONS_H

#include <stdbool.h>
#include <stdint.h>

enum { EQUATIONS_ROWS = 256, EQUATIONS_COLUMNS = 44 };

typedef struct {
  uint32_t width, columns; // width: 1 to 64
  uint32_t rows;           // differences of points to one of them
  uint64_t at[EQUATIONS_ROWS][EQUATIONS_COLUMNS];
  uint32_t pivot[EQUATIONS_COLUMNS]; // of row i: its column
  uint32_t rank;
} equations;

// The lowest bits of n, as many as the width.
uint64_t equations_cut(const equations *m, uint64_t n);
// Brings the rows into echelon form; what follows needs it.
void equations_eliminate(equations *m);
// The coefficients of an equation sum c[j] * x[j] = constant in which x[column]
// counts so many times. False: there is none for that column, or only with
// coefficients greater than 'most' (in absolute value), which are accidents.
bool equations_solve(const equations *m, uint32_t column, uint64_t times,
                     uint64_t most, uint64_t *coefficients);

#endif
