// SPDX-License-Identifier: Apache-2.0
// Counting zeros before a bit that may not be there; ffs is fine.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if (__builtin_ffs((int)x) == 0 && x != 0)
    reach_error();
  if (__builtin_ctz(x) > 31 || __builtin_clz(x) > 31)
    reach_error();
  if (x == 0)
    reach_error();
  return 0;
}
