// SPDX-License-Identifier: Apache-2.0
// Each activation has locals of its own.
void reach_error(void);
static int sum(int n) {
  int mine = n;
  if (n == 0)
    return 0;
  int rest = sum(n - 1);
  return mine + rest;
}
int main(void) {
  if (sum(4) != 10)
    reach_error();
  return 0;
}
