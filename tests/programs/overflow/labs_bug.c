// SPDX-License-Identifier: Apache-2.0
// The least number has no absolute value.
#include <inttypes.h>
#include <stdlib.h>
extern long __VERIFIER_nondet_long(void);

int main(void) {
  long n = __VERIFIER_nondet_long();
  return n < -1000 && labs(n) > 5;
}
