// SPDX-License-Identifier: Apache-2.0
// What __builtin_assume is told may not hold.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int i = __VERIFIER_nondet_int();
  __builtin_assume(i > 0);
  if (i <= 0)
    reach_error();
  return 0;
}
