// SPDX-License-Identifier: Apache-2.0
// A label named on the command line.
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 9)
    goto BAD;
  return 0;
BAD:
  return 1;
}
