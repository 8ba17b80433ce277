// SPDX-License-Identifier: Apache-2.0
// The error needs thirty rounds.
void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
  int n = 0;
  while (__VERIFIER_nondet_int()) {
    n++;
    if (n == 30)
      reach_error();
  }
  return 0;
}
