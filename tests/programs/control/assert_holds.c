// SPDX-License-Identifier: Apache-2.0
// assert of the C library, which holds.
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  assert((x & 1) == x % 2);
  return 0;
}
