// SPDX-License-Identifier: Apache-2.0
// The amount has more bits than what is shifted: all of them count.
extern void reach_error(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
int main(void) {
  unsigned long long by = __VERIFIER_nondet_ulonglong();
  int n = 1 << by;
  if (by > 31)
    reach_error();
  return n == 0;
}
