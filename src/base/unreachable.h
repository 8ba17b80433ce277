// SPDX-License-Identifier: Apache-2.0
// UNREACHABLE(): a place that only a bug can reach, in every build type.
#ifndef BASE_UNREACHABLE_H
#define BASE_UNREACHABLE_H

#include <assert.h>
#include <stdlib.h>

// Aborts also without assertions: going on would risk a wrong verdict.
#define UNREACHABLE()                                                          \
  do {                                                                         \
    assert(0 && "reached what should not be");                                 \
    abort();                                                                   \
  } while (0)

#endif
