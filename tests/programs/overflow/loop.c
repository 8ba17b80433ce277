// SPDX-License-Identifier: Apache-2.0
// A loop that counts to any bound stops before it overflows.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0;
  while (i < n)
    i++;
  return i;
}
