// SPDX-License-Identifier: Apache-2.0
// Whoever adds the elements up comes to the same.
#include <stdlib.h>
void reach_error(void);
unsigned short __VERIFIER_nondet_ushort(void);
int __VERIFIER_nondet_int(void);
static unsigned weighted(const int *a, unsigned n) {
  unsigned sum = 7;
  for (unsigned i = 0; i < n; i++)
    sum += (unsigned)a[i] * 3 + i;
  return sum;
}
int main(void) {
  unsigned n = __VERIFIER_nondet_ushort() + 1u;
  int *a = malloc(n * sizeof *a);
  if (a == NULL)
    return 0;
  for (unsigned i = 0; i < n; i++)
    a[i] = __VERIFIER_nondet_int();
  unsigned first = weighted(a, n), second = weighted(a, n);
  if (first != second)
    reach_error();
  return 0;
}
