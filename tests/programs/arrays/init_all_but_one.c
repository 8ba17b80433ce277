// SPDX-License-Identifier: Apache-2.0
// The first element is left out.
void reach_error(void);
int main(void) {
  static int a[100000];
  for (int i = 99999; i > 0; i--)
    a[i] = 42;
  for (int i = 0; i < 100000; i++)
    if (a[i] != 42)
      reach_error();
  return 0;
}
