// SPDX-License-Identifier: Apache-2.0
// Each round one tank gets three liters and the other one two. Much is known
// about the tanks, and one equation of it is what the proof needs.
extern void reach_error(void);
extern unsigned nondet(void);
int main(void) {
  unsigned n = nondet(), i = 0, left = 0, right = 0;
  if (n > 200000)
    return 0;
  while (i < n) {
    if (nondet() % 2) {
      left += 3;
      right += 2;
    } else {
      left += 2;
      right += 3;
    }
    i++;
  }
  if (left + right != 5 * n)
    reach_error();
  return 0;
}
