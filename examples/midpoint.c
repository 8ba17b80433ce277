// SPDX-License-Identifier: Apache-2.0
// The middle of two numbers, computed without overflow.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

static unsigned midpoint(unsigned low, unsigned high) {
  return low + (high - low) / 2;
}

int main(void) {
  unsigned low = __VERIFIER_nondet_uint();
  unsigned high = __VERIFIER_nondet_uint();
  if (low > high)
    return 0;
  unsigned middle = midpoint(low, high);
  assert(low <= middle && middle <= high);
  return 0;
}
