// SPDX-License-Identifier: Apache-2.0
// A recursion that ends before the bound.
void reach_error(void);
static unsigned factorial(unsigned n) {
  return n == 0 ? 1 : n * factorial(n - 1);
}
int main(void) {
  if (factorial(6) != 720)
    reach_error();
  return 0;
}
