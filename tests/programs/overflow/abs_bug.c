// SPDX-License-Identifier: Apache-2.0
// The least number has no absolute value.
#include <inttypes.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  return n < -1000 && abs(n) > 5;
}
