// SPDX-License-Identifier: Apache-2.0
// A search looks at every second element only.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[1000], i = 0, x = __VERIFIER_nondet_int();
  for (int k = 0; k < 1000; k++)
    a[k] = __VERIFIER_nondet_int();
  while (i < 1000 && a[i] != x)
    i += 2;
  for (int k = 0; k < i; k++)
    if (k == 1 && a[k] == x)
      reach_error();
  if (i < 1000 && a[i] != x)
    reach_error();
  return 0;
}
