// SPDX-License-Identifier: Apache-2.0
// One path gets to a construct without a meaning, the others have no end:
// the construct is named, also if the time limit ends the search.
#include <setjmp.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static jmp_buf where;
int main(void) {
  unsigned x = 1, y = 0;
  if (__VERIFIER_nondet_int())
    setjmp(where);
  while (x * x + 7 * y * y != 123456789u) {
    x = x * 5 + y;
    y = y * 3 + (unsigned)__VERIFIER_nondet_int();
    if (x == 77 && y * y == 5)
      reach_error();
  }
  return 0;
}
