// SPDX-License-Identifier: Apache-2.0
// A flag that tells whether a difference was found.
void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
  int a[20000], b[20000];
  for (unsigned i = 0; i < 20000; i++) {
    a[i] = __VERIFIER_nondet_int();
    b[i] = __VERIFIER_nondet_int();
  }
  int same = 1;
  for (unsigned i = 0; i < 20000; i++)
    if (a[i] != b[i])
      same = 0;
  if (same)
    for (unsigned i = 0; i < 20000; i++)
      if (a[i] != b[i])
        reach_error();
  return 0;
}
