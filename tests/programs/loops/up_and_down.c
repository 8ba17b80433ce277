// SPDX-License-Identifier: Apache-2.0
// What one loop counts up, the next counts down to the end.
extern void reach_error(void);
extern unsigned nondet(void);
int main(void) {
  unsigned n = nondet(), i = 0, j;
  while (i < n)
    i++;
  j = i;
  while (j > 0)
    j--;
  if (j != 0 || i != n)
    reach_error();
  return 0;
}
