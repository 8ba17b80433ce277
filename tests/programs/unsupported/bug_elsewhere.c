// SPDX-License-Identifier: Apache-2.0
// An error on another way is found all the same.
void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 4)
    __asm__ volatile("int $3" : : : "memory");
  else if (x == 5)
    reach_error();
  return 0;
}
