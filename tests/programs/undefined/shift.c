// SPDX-License-Identifier: Apache-2.0
// An amount that may be negative or as large as the width.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned n = 1u << __VERIFIER_nondet_int();
  if (n == 0)
    reach_error();
  return 0;
}
