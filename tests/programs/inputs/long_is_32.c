// SPDX-License-Identifier: Apache-2.0
// A nondeterministic long has the width of the data model.
void reach_error(void);
long __VERIFIER_nondet_long(void);
int main(void) {
  long x = __VERIFIER_nondet_long();
  if (x != (int)x)
    reach_error();
  return 0;
}
