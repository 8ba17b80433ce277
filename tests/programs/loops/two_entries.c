// SPDX-License-Identifier: Apache-2.0
// A loop that is entered in two places.
extern void reach_error(void);
extern unsigned nondet(void);
int main(void) {
  unsigned x = 0, n = nondet();
  if (nondet())
    goto middle;
  while (x < n) {
    x++;
  middle:
    if (x > n)
      reach_error();
  }
  return 0;
}
