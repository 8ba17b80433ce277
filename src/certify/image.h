// SPDX-License-Identifier: Apache-2.0
// Terms of the program, read in a symbolic state.
//
// The image of a term has the state's terms in place of variables, and lives
// in the judge's own table, which does not simplify. What is constant is
// computed: with the operators that execution uses, and with the branch that
// a constant condition chooses. So a path on which everything is known costs
// what its execution costs, however long it is.
#ifndef CERTIFY_IMAGE_H
#define CERTIFY_IMAGE_H

#include "certify/known.h"
#include "term/term.h"

typedef struct image image;

// What a variable of the program stands for: a term of 'to'.
typedef term (*image_variable)(void *data, term variable);

image *image_new(const terms *from, terms *to, image_variable variable,
                 void *data);
void image_free(image *m);
// From here on variables may stand for something else.
void image_restart(image *m);
// A term that stands for something else itself, until the next restart.
void image_set(image *m, term t, term made);
// Has it an image since then? How many have?
bool image_has(const image *m, term t);
uint32_t image_size(const image *m);
// Facts that hold wherever images are used from here on, until others are
// given. Takes effect with the next restart.
void image_know(image *m, known facts);
// Can these facts not hold together, as far as bounds tell?
bool image_is_impossible(image *m);
// Linear in the part of the DAG that was not read since the restart.
term image_of(image *m, term t);
sort image_sort(image *m, sort s);

#endif
