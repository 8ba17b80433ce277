// SPDX-License-Identifier: Apache-2.0
// What is never reached does not matter.
void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 5 && x < 3)
    __asm__("" : "+r"(x));
  if (x > 5 && x < 3)
    reach_error();
  return 0;
}
