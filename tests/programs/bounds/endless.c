// SPDX-License-Identifier: Apache-2.0
// A loop without an end; the error behind it is never reached.
void reach_error(void);
int main(void) {
  int x = 0;
  for (;;)
    x = 1 - x;
  reach_error();
  return 0;
}
