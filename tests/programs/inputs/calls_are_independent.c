// SPDX-License-Identifier: Apache-2.0
// Two calls of one nondet function need not agree.
void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  if (a == 1 && b == 2)
    reach_error();
  return 0;
}
