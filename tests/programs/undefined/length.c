// SPDX-License-Identifier: Apache-2.0
// An array whose length may not be positive.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 8)
    return 0;
  char a[n];
  a[0] = 1;
  if (n <= 0)
    reach_error();
  return a[0];
}
