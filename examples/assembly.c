// SPDX-License-Identifier: Apache-2.0
// What assembly does to a variable that it names is not known: no answer.
#include <assert.h>

int x = 1;

int main(void) {
  __asm__("movl $1, x(%%rip)" : : : "memory");
  assert(x == 1);
  return 0;
}
