// SPDX-License-Identifier: Apache-2.0
// Two indices can be the same.
void reach_error(void);
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int a[5] = {0};
  unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
  if (i >= 5 || j >= 5)
    return 0;
  a[i] = 1;
  a[j] = 2;
  if (a[i] == 2)
    reach_error();
  return 0;
}
