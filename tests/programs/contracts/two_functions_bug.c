// SPDX-License-Identifier: Apache-2.0
// The same with an error: two functions whose calls are remembered side by side, for many parameters.
void reach_error(void);
static unsigned ones(unsigned n) { return n ? ones(n - 1) + 1 : 0; }
static unsigned twos(unsigned n) { return n ? twos(n - 1) + 2 : 0; }
int main(void) {
  if (ones(250) != 250 || twos(200) != 399)
    reach_error();
  return 0;
}
