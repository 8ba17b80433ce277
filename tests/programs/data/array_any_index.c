// SPDX-License-Identifier: Apache-2.0
// A write to one element, by a variable index, leaves the others alone.
void reach_error(void);
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int a[5] = {0, 1, 2, 3, 4};
  unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
  if (i >= 5 || j >= 5)
    return 0;
  a[i] = 70;
  if (a[i] != 70)
    reach_error();
  if (i != j && a[j] != (int)j)
    reach_error();
  return 0;
}
