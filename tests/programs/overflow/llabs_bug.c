// SPDX-License-Identifier: Apache-2.0
// The least number has no absolute value.
#include <inttypes.h>
#include <stdlib.h>
extern long long __VERIFIER_nondet_longlong(void);

int main(void) {
  long long n = __VERIFIER_nondet_longlong();
  return n < -1000 && llabs(n) > 5;
}
