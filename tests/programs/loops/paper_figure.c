// SPDX-License-Identifier: Apache-2.0
// The value of i that makes x odd is never reached: after Fig. 1 of D. Beyer,
// P.-C. Chien, N.-Z. Lee, "Augmenting Interpolation-Based Model Checking with
// Auxiliary Invariants" (SPIN 2024).
extern void reach_error(void);
extern int nondet(void);
int main(void) {
  unsigned x = 0, i = 0;
  while (nondet()) {
    x += 2;
    if (i == 3)
      x++;
    i++;
    if (i == 2)
      i = 0;
  }
  if (x % 2)
    reach_error();
  return 0;
}
