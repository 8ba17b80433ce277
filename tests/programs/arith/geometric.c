// SPDX-License-Identifier: Apache-2.0
// The sum of a geometric series: the powers are products without a bound.
extern void reach_error(void);
extern void abort(void);
extern int __VERIFIER_nondet_int(void);

#ifdef BUG
#define ONE 2
#else
#define ONE 1
#endif

int main(void) {
  int z = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int();
  unsigned long long sum = 1, power = 1;
  for (int i = 1;; i++) {
    if (sum * z - sum != z * power - ONE)
      reach_error();
    if (i >= k)
      break;
    sum = sum * z + 1;
    power = power * z;
  }
  return 0;
}
