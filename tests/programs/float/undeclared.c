// SPDX-License-Identifier: Apache-2.0
// Without a declaration C would make its result an int.
void reach_error(void);
int main(void) {
  double x = __VERIFIER_nondet_double();
  if (x > 0.25 && x < 0.5)
    reach_error();
  return 0;
}
