// SPDX-License-Identifier: Apache-2.0
// assert of the C library, which fails for one value.
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  assert(x != 123456789);
  return 0;
}
