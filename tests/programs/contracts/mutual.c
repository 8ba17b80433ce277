// SPDX-License-Identifier: Apache-2.0
// Two functions that call each other: one is in the body of the other.
void reach_error(void);
unsigned __VERIFIER_nondet_uint(void);
static int is_odd(unsigned n);
static int is_even(unsigned n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(unsigned n) { return n == 0 ? 0 : is_even(n - 1); }
int main(void) {
  int answer = is_even(__VERIFIER_nondet_uint());
  if (answer != 0 && answer != 1)
    reach_error();
  return 0;
}
