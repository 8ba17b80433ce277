// SPDX-License-Identifier: Apache-2.0
// Nothing runs after exit or abort.
#include <stdlib.h>
void reach_error(void);
int __VERIFIER_nondet_int(void);
static void leave(int how) {
  if (how)
    exit(0);
  abort();
}
int main(void) {
  leave(__VERIFIER_nondet_int());
  reach_error();
  return 0;
}
