// SPDX-License-Identifier: Apache-2.0
// Two loops one after the other count the same number.
extern void reach_error(void);
extern unsigned nondet(void);
int main(void) {
  unsigned n = nondet(), i = 0, j = 0;
  while (i < n)
    i++;
  while (j < i)
    j++;
  if (j != n)
    reach_error();
  return 0;
}
