// SPDX-License-Identifier: Apache-2.0
// The highest bit is lost when it is shifted out.
void reach_error(void);
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned u = __VERIFIER_nondet_uint();
  if (((u << 1) >> 1) != u)
    reach_error();
  return 0;
}
