// SPDX-License-Identifier: Apache-2.0
// Two steps at a time from zero: the number stays even, for ever.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned x = 0;
  while (__VERIFIER_nondet_int())
    x += 2;
  assert(x % 2 == 0);
  return 0;
}
