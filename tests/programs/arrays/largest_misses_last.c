// SPDX-License-Identifier: Apache-2.0
// The last element was not looked at.
void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
  int a[300];
  for (int i = 0; i < 300; i++)
    a[i] = __VERIFIER_nondet_int();
  int most = a[0];
  for (int i = 1; i < 299; i++)
    if (a[i] > most)
      most = a[i];
  for (int i = 0; i < 300; i++)
    if (a[i] > most)
      reach_error();
  return 0;
}
