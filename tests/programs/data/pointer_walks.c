// SPDX-License-Identifier: Apache-2.0
// A pointer that moves along an array.
void reach_error(void);
int main(void) {
  int a[3], *p, n = 1;
  for (p = a; p < a + 3; p++)
    *p = n++;
  if (a[0] != 1 || a[2] != 3 || p - a != 3)
    reach_error();
  return 0;
}
