// SPDX-License-Identifier: Apache-2.0
// Euclid's algorithm with the factors that make the result: equations of
// products hold in each round.
extern void reach_error(void);
extern void abort(void);
extern int __VERIFIER_nondet_int(void);

#ifdef BUG
#define ONE 2
#else
#define ONE 1
#endif

int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x < 1 || y < 1)
    abort();
  long long a = x, b = y, p = 1, q = 0, r = 0, s = 1;
  while (1) {
    if (p * x + r * y != a || q * x + s * y != b || p * s - r * q != ONE)
      reach_error();
    if (a == b)
      break;
    if (a > b) {
      a -= b;
      p -= q;
      r -= s;
    } else {
      b -= a;
      q -= p;
      s -= r;
    }
  }
  if (p * x + r * y != b)
    reach_error();
  return 0;
}
