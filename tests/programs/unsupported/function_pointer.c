// SPDX-License-Identifier: Apache-2.0
// A call through a pointer.
void reach_error(void);
static int one(void) { return 1; }
static int two(void) { return 2; }
int __VERIFIER_nondet_int(void);
int main(void) {
  int (*f)(void) = __VERIFIER_nondet_int() ? one : two;
  int n = f();
  if (n != 1 && n != 2)
    reach_error();
  return 0;
}
