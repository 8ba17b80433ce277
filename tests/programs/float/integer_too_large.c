// SPDX-License-Identifier: Apache-2.0
// A float cannot hold all integers.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int i = __VERIFIER_nondet_int();
  float f = i;
  if (i < 2000000000 && (int)f != i)
    reach_error();
  return 0;
}
