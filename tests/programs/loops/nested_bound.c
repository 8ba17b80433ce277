// SPDX-License-Identifier: Apache-2.0
// The inner loop starts anew in each round of the outer one.
extern void reach_error(void);
extern unsigned nondet(void);
int main(void) {
  unsigned n = nondet(), i, j = 0;
  for (i = 0; i < n; i++) {
    for (j = 0; j < i; j++)
      ;
    if (j > i)
      reach_error();
  }
  if (i != n)
    reach_error();
  return 0;
}
