// SPDX-License-Identifier: Apache-2.0
// What is written between two reads of one element may be that element.
void reach_error(void);
unsigned __VERIFIER_nondet_uint(void);
static unsigned a[5000];
int main(void) {
  unsigned i = __VERIFIER_nondet_uint() % 5000;
  unsigned k = __VERIFIER_nondet_uint() % 5000;
  unsigned before = a[i];
  a[k] = 7;
  if (a[i] != before)
    reach_error();
  return 0;
}
