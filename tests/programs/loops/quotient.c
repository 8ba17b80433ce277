// Division by counting, by Z. Manna: the product of quotient and divisor plus
// what is counted and left is the dividend, in both cases of the loop.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_int(), d = __VERIFIER_nondet_int();
  if (d == 0)
    return 0;
  unsigned quotient = 0, counted = 0, left = n;
  while (left != 0) {
    if (quotient * d + counted + left != n)
      __VERIFIER_error();
    if (counted + 1 == d) {
      quotient++;
      counted = 0;
    } else {
      counted++;
    }
    left--;
  }
}
