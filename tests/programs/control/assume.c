// SPDX-License-Identifier: Apache-2.0
// An assumption that fails ends the path, in each of the usual spellings.
extern void abort(void);
void reach_error(void);
void __VERIFIER_assume(int);
int __VERIFIER_nondet_int(void);
void assume_abort_if_not(int cond) {
  if (!cond)
    abort();
}
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  __VERIFIER_assume(x > 10);
  assume_abort_if_not(y < 10);
  if (x <= y)
    reach_error();
  return 0;
}
