// SPDX-License-Identifier: Apache-2.0
// Every third element goes into a second array, whose index follows the first.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[3000], b[3000], i, j;
  for (i = 0; i < 3000; i++)
    b[i] = __VERIFIER_nondet_int();
  for (i = 2, j = 0; i < 3000; i += 3, j++)
    a[j] = b[i];
  for (i = 2, j = 0; i < 3000; i += 3, j++)
    if (a[j] != b[3 * j + 2])
      reach_error();
  return 0;
}
