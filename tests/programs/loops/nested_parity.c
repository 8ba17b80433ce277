// SPDX-License-Identifier: Apache-2.0
// The inner loop keeps what the outer one relies on.
extern void reach_error(void);
extern unsigned nondet(void);
int main(void) {
  unsigned x = 0;
  while (nondet()) {
    while (nondet())
      x += 4;
    x += 2;
  }
  if (x & 1)
    reach_error();
  return 0;
}
