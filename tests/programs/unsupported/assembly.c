// SPDX-License-Identifier: Apache-2.0
// Assembly that changes a variable by its name.
extern void reach_error(void);
int g = 1;
int main(void) {
  __asm__ volatile("movl $2, g" : : : "memory");
  if (g != 1)
    reach_error();
  return 0;
}
