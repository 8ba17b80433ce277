// A product that was computed once, in a wider type, and is needed later.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  long long area = (long long)a * b, sum = 0, i = 0;
  while (i != a) {
    sum += b;
    i++;
  }
  if (sum != area)
    __VERIFIER_error();
}
