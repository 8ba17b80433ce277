// SPDX-License-Identifier: Apache-2.0
// One element is not subtracted again.
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 2 || n > 100000)
    return 0;
  int *a = malloc(sizeof *a * n);
  long long sum = 0;
  for (int i = 0; i < n; i++)
    a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++)
    sum = sum + a[i];
  for (int i = 0; i < n; i++)
    sum = sum - (i == 1 ? 0 : a[i]);
  if (sum != 0)
    reach_error();
  return 0;
}
