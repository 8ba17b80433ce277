// SPDX-License-Identifier: Apache-2.0
// All elements, whatever their number: the last loop that writes them counts.
void reach_error(void);
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  static int a[100000];
  for (int i = 0; i < 100000; i++)
    a[i] = 42;
  for (int i = 99999; i >= 0; i--)
    a[i] = a[i] + i;
  for (int i = 0; i < 100000; i++)
    if (a[i] != 42 + i)
      reach_error();
  return 0;
}
