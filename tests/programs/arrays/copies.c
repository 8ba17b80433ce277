// SPDX-License-Identifier: Apache-2.0
// What is copied from array to array arrives as it was.
void reach_error(void);
int __VERIFIER_nondet_int(void);
enum { COUNT = 5000 };
int main(void) {
  int a[COUNT], b[COUNT], c[COUNT], d[COUNT];
  for (int i = 0; i < COUNT; i++)
    a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < COUNT; i++)
    b[i] = a[i];
  for (int i = 0; i < COUNT; i++)
    c[i] = b[i];
  for (int i = 0; i < COUNT; i++)
    d[i] = c[i];
  for (int i = 0; i < COUNT; i++)
    if (d[i] != a[i])
      reach_error();
  return 0;
}
