// SPDX-License-Identifier: Apache-2.0
// All elements, whatever their number, from the last one down.
void reach_error(void);
int main(void) {
  static int a[100000];
  for (int i = 99999; i >= 0; i--)
    a[i] = i;
  for (int i = 0; i < 100000; i++)
    if (a[i] != i)
      reach_error();
  return 0;
}
