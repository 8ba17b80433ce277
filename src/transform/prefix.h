// SPDX-License-Identifier: Apache-2.0
// Programs with arrays of the sums that they compute.
//
// A loop that adds a[i] to a variable, for i from 0 on, has there what depends
// on i alone once the array stays as it is: F[i] with F[i + 1] = F[i] + a[i].
// If F is one more variable of the program, of which just that is known,
// invariants may mention it: sum = F[i] - F[0].
#ifndef TRANSFORM_PREFIX_H
#define TRANSFORM_PREFIX_H

#include "transform/extended.h"

typedef struct {
  term array;       // F: a variable that is never assigned
  term index;       // stands for any index
  term summand;     // what is added there, with 'index' in it
  term_vec indices; // variables that the program adds up with
} prefix_array;

typedef struct {
  extended extended; // p with the arrays, and what is known of them as
                     // conditions
  VEC(prefix_array) arrays;
  term_vec sums; // variables that the program adds to
} prefixed;

// False: there is no sum over an array, or none that invariants could tell. In
// any case, prefix_clear frees it.
bool prefix_make(const program *p, prefixed *out);
void prefix_clear(prefixed *x);

// What is added at an index.
term prefix_summand(const prefixed *x, const prefix_array *f, term index);

// sum + times * summand
typedef struct {
  term summand; // reads an array at the index
  term index;   // a variable
  term times;   // a constant
} prefix_step;

// Is t such a value?
bool prefix_is_sum(const program *p, term sum, term t, prefix_step *out);

#endif
