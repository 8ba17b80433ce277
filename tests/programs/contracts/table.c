// SPDX-License-Identifier: Apache-2.0
// Exponentially many calls, with few different parameters.
void reach_error(void);
static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
int main(void) {
  if (fib(30) != 832040)
    reach_error();
  return 0;
}
