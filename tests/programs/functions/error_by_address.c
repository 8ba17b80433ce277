// SPDX-License-Identifier: Apache-2.0
// The error by its address.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  void (*fail)(void) = reach_error;
  if (__VERIFIER_nondet_int() == 7)
    fail();
  return 0;
}
