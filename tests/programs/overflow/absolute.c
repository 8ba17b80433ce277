// SPDX-License-Identifier: Apache-2.0
// Absolute values of numbers that have one.
#include <inttypes.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern long __VERIFIER_nondet_long(void);
extern long long __VERIFIER_nondet_longlong(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  long l = __VERIFIER_nondet_long();
  long long ll = __VERIFIER_nondet_longlong();
  if (n < -2147483647 || l == (long)(~0ul / 2 + 1) || ll == (long long)(~0ull / 2 + 1))
    return 0;
  return abs(n) < 0 || labs(l) < 0 || llabs(ll) < 0 || imaxabs(ll) < 0;
}
