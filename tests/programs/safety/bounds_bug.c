// SPDX-License-Identifier: Apache-2.0
// The element behind the last one.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[8], n = __VERIFIER_nondet_int();
  if (n < 0 || n > 8)
    return 0;
  for (int i = 0; i <= n; i++)
    a[i] = i;
  return 0;
}
