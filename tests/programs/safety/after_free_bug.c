// SPDX-License-Identifier: Apache-2.0
// Memory is read that was freed a while ago.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = malloc(sizeof *p), x = 0;
  *p = 1;
  for (int i = 0; i < 4; i++) {
    if (i == 2)
      free(p);
    if (i != 2 || __VERIFIER_nondet_int())
      x += i < 3 ? *p : 0;
  }
  return x;
}
