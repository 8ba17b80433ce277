// SPDX-License-Identifier: Apache-2.0
// An assumption does not reach back to what ran before it.
void reach_error(void);
void __VERIFIER_assume(int);
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 3)
    reach_error();
  __VERIFIER_assume(x != 3);
  return 0;
}
