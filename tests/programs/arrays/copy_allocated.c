// SPDX-License-Identifier: Apache-2.0
// A copy of allocated memory, which may not be there: which object a pointer
// leads to is known behind the check.
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 100000)
    return 0;
  int *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
  if (!a || !b)
    return 0;
  for (unsigned i = 0; i < n; i++)
    a[i] = __VERIFIER_nondet_int();
  for (unsigned i = 0; i < n; i++)
    b[i] = a[i];
  for (unsigned i = 0; i < n; i++)
    if (a[i] != b[i])
      reach_error();
  return 0;
}
