// SPDX-License-Identifier: Apache-2.0
// What a program has that engines are good or bad at.
#ifndef DRIVER_FEATURES_H
#define DRIVER_FEATURES_H

#include "program/program.h"

// A set of these is their sum.
enum {
  FEATURE_LOOPS = 1,
  FEATURE_ARRAYS = 2, // variables that are arrays
  FEATURE_FLOATS = 4,
  FEATURE_RECURSION = 8, // calls that are not unfolded to their end
  FEATURE_LARGE = 16,    // many locations
  FEATURE_MODES = 32,    // many branches, most of them by comparing a variable
                         // with a constant, and arrays hardly matter
  FEATURE_PRODUCTS = 64  // words are multiplied with each other, and there are
                         // neither arrays nor floats
};

uint32_t features_of(const program *original);

#endif
