// SPDX-License-Identifier: Apache-2.0
// Compound assignment computes in the promoted type and stores the value.
void reach_error(void);
int main(void) {
  int x = 5, y = 3;
  x += y *= 2;
  if (x != 11 || y != 6)
    reach_error();
  int z = x++ + ++y;
  if (z != 18 || x != 12 || y != 7)
    reach_error();
  unsigned char c = 250;
  c += 10;
  if (c != 4)
    reach_error();
  x <<= 2, x |= 1, x ^= 3, x %= 20, x -= -1;
  if (x != 11)
    reach_error();
  return 0;
}
