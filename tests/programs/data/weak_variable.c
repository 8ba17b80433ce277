// SPDX-License-Identifier: Apache-2.0
// A weak variable that nobody defines has the address null, or another one.
extern void reach_error(void);
extern int limits[4] __attribute__((weak));
int main(void) {
  int *p = limits;
  if (p) {
    limits[2] = 7;
    if (p[2] != 7)
      reach_error();
  }
  return 0;
}
