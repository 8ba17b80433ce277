// SPDX-License-Identifier: Apache-2.0
// Loops over 8 and 16 bits that wrap around.
extern void reach_error(void);
extern unsigned nondet(void);
int main(void) {
  unsigned char a = 0;
  unsigned short b = 0;
  while (nondet()) {
    a += 2;
    while (nondet())
      b += 4;
  }
  if ((a & 1) || (b & 3))
    reach_error();
  return 0;
}
