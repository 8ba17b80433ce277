// SPDX-License-Identifier: Apache-2.0
// What assembly computes is not known, so there is no answer.
#include <assert.h>

int main(void) {
  int x = 1;
  __asm__("" : "+r"(x));
  assert(x == 1);
  return 0;
}
