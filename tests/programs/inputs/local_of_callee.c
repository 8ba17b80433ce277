// SPDX-License-Identifier: Apache-2.0
// A callee's local is arbitrary again at each call.
void reach_error(void);
static int garbage(void) {
  int x;
  return x;
}
int main(void) {
  int a = garbage(), b = garbage();
  if (a == 1 && b == 2)
    reach_error();
  return 0;
}
