// SPDX-License-Identifier: Apache-2.0
// What is never reached does not matter.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 5 && x < 3)
    __asm__ volatile("int $3" : : : "memory");
  if (x > 5 && x < 3)
    reach_error();
  return 0;
}
