// SPDX-License-Identifier: Apache-2.0
// What assembly computes is not known.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 1;
  __asm__("addl $0, %0" : "+r"(x));
  if (x != 1)
    reach_error();
  return 0;
}
