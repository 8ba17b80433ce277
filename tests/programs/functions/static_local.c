// SPDX-License-Identifier: Apache-2.0
// A static local keeps its value, and is initialized once.
void reach_error(void);
static int next(void) {
  static int count = 40;
  return ++count;
}
int main(void) {
  next();
  if (next() != 42)
    reach_error();
  return 0;
}
