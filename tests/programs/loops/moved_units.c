// SPDX-License-Identifier: Apache-2.0
// Units move from x to y and on to z: their sum stays the same.
extern void reach_error(void);
extern unsigned nondet(void);
int main(void) {
  unsigned n = nondet(), x = n, y = 0, z = 0;
  while (x > 0) {
    x--;
    y++;
  }
  while (y > 0) {
    y--;
    z++;
  }
  if (z != n)
    reach_error();
  return 0;
}
