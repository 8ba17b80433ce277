// SPDX-License-Identifier: Apache-2.0
// McCarthy's function: the argument of the outer call is the inner one.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int f(int n) { return n > 100 ? n - 10 : f(f(n + 11)); }
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 90 || n > 101)
    return 0;
  if (f(n) != 91 || n == 100)
    reach_error();
  return 0;
}
