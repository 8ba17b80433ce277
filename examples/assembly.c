// SPDX-License-Identifier: Apache-2.0
// What assembly writes to memory is not known, so there is no answer.
#include <assert.h>

int main(void) {
  int x = 1;
  __asm__("movl $1, (%0)" : : "r"(&x) : "memory");
  assert(x == 1);
  return 0;
}
