// SPDX-License-Identifier: Apache-2.0
// The error is two calls deep.
void reach_error(void);
int __VERIFIER_nondet_int(void);
static void check(int ok) {
  if (!ok)
    reach_error();
}
static void inner(int a) { check(a * 2 != 84); }
int main(void) {
  inner(__VERIFIER_nondet_int() & 63);
  return 0;
}
