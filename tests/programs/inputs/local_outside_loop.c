// SPDX-License-Identifier: Apache-2.0
// A local declared outside keeps the value it has.
void reach_error(void);
int main(void) {
  int x, first = 0;
  for (int i = 0; i < 3; i++) {
    if (i == 0)
      first = x;
    else if (x != first)
      reach_error();
  }
  return 0;
}
