// SPDX-License-Identifier: Apache-2.0
// A product by halving and doubling: whether a number is even matters.
extern void reach_error(void);
extern void abort(void);
extern int __VERIFIER_nondet_int(void);

#ifdef BUG
#define ONE 2
#else
#define ONE 1
#endif

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (b < 0)
    abort();
  long long x = a, y = b, z = ONE - 1;
  while (1) {
    if (z + x * y != (long long)a * b)
      reach_error();
    if (y == 0)
      break;
    if (y % 2 == 1) {
      z += x;
      y--;
    }
    x *= 2;
    y /= 2;
  }
  if (z != (long long)a * b)
    reach_error();
  return 0;
}
