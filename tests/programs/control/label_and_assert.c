// SPDX-License-Identifier: Apache-2.0
// A label that counts as an error does so beside assertions.
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(x == x);
  if (x != 42)
    return 0;
ERROR:
  return 1;
}
