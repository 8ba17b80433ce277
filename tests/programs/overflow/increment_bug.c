// SPDX-License-Identifier: Apache-2.0
// A counter that nothing stops.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 2147483640;
  while (__VERIFIER_nondet_int())
    x++;
  return x;
}
