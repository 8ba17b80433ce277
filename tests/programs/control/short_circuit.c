// SPDX-License-Identifier: Apache-2.0
// The right operand has no effect where the left one decides.
void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), n = 0;
  int both = x > 0 && ++n > 0;
  int one = x > 0 || ++n > 5;
  if (both != (x > 0) || one != (x > 0) || n != 1)
    reach_error();
  return 0;
}
