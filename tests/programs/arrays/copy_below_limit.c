// SPDX-License-Identifier: Apache-2.0
// A copy of as many elements as the input says, of an array that has room for
// them.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int a[1000], b[1000];
  unsigned n = __VERIFIER_nondet_uint();
  if (n >= 1000)
    return 0;
  for (unsigned i = 0; i < n; i++)
    a[i] = __VERIFIER_nondet_int();
  for (unsigned i = 0; i < n; i++)
    b[i] = a[i];
  for (unsigned i = 0; i < n; i++)
    if (b[i] != a[i])
      reach_error();
  return 0;
}
