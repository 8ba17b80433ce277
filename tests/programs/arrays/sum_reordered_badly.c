// SPDX-License-Identifier: Apache-2.0
// One element is taken twice and another one not at all: the sums may differ.
void reach_error(void);
int __VERIFIER_nondet_int(void);
enum { COUNT = 20 };
static int sum(const int *a) {
  long long all = 0;
  for (int i = 0; i < COUNT; i++)
    all += a[i];
  return (int)(all / COUNT);
}
int main(void) {
  int a[COUNT], b[COUNT] = {0};
  for (int i = 0; i < COUNT; i++)
    a[i] = b[i ? COUNT - i : 1] = __VERIFIER_nondet_int();
  if (sum(a) != sum(b))
    reach_error();
  return 0;
}
