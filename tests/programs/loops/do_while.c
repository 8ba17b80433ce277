// SPDX-License-Identifier: Apache-2.0
// Loops that test at their end, one inside the other.
extern void reach_error(void);
extern unsigned nondet(void);
int main(void) {
  unsigned i = 0, j;
  do {
    j = 0;
    do {
      j++;
    } while (j < 5 && nondet());
    i++;
    if (j == 0 || j > 5)
      reach_error();
  } while (i < 1000000 && nondet());
  if (i == 0 || i > 1000000)
    reach_error();
  return 0;
}
