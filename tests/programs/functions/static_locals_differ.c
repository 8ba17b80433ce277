// SPDX-License-Identifier: Apache-2.0
// Two statics of one name are two variables.
void reach_error(void);
static int a(void) {
  static int n;
  return n++;
}
static int b(void) {
  static int n = 10;
  return n++;
}
int main(void) {
  a();
  b();
  if (a() != 1 || b() != 11)
    reach_error();
  return 0;
}
