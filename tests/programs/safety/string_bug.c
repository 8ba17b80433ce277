// SPDX-License-Identifier: Apache-2.0
// A string whose end is cut off.
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char s[4];
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 4)
    return 0;
  for (int i = 0; i < 4; i++)
    s[i] = i < n ? 'x' : 0;
  return (int)strlen(s);
}
