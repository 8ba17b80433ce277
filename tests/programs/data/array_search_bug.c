// SPDX-License-Identifier: Apache-2.0
// The smallest element is not where the code believes it is.
void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
  int a[3], least = 0;
  for (int i = 0; i < 3; i++)
    a[i] = __VERIFIER_nondet_int();
  for (int i = 1; i < 2; i++)
    if (a[i] < a[least])
      least = i;
  if (a[2] < a[least])
    reach_error();
  return 0;
}
