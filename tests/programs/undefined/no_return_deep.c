// SPDX-License-Identifier: Apache-2.0
// The innermost of many calls returns no value, and the next one uses it.
void reach_error(void);
unsigned __VERIFIER_nondet_uint(void);
static unsigned deep(unsigned n) {
  if (n > 0)
    return deep(n - 1) ? 1 : 0;
  if (n == 1234)
    return 3;
}
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 30 && deep(n) > 1)
    reach_error();
  return 0;
}
