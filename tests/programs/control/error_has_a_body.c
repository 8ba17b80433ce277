// SPDX-License-Identifier: Apache-2.0
// The call counts, whatever the function does.
void reach_error(void) { return; }
int __VERIFIER_nondet_int(void);
int main(void) {
  if (__VERIFIER_nondet_int() == 77)
    reach_error();
  return 0;
}
