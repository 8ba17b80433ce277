// SPDX-License-Identifier: Apache-2.0
// The smallest integer has no negation.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  return x < 0 ? -x : x;
}
