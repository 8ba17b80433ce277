// SPDX-License-Identifier: Apache-2.0
// The largest of fifty elements is at least as large as each of them.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[50];
  for (int i = 0; i < 50; i++)
    a[i] = __VERIFIER_nondet_int();
  int most = a[0];
  for (int i = 1; i < 49; i++)
    if (a[i] > most)
      most = a[i];
  for (int i = 0; i < 50; i++)
    if (a[i] > most)
      reach_error();
  return 0;
}
