// Like triangle.c, but the first number is left out.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_int(), i = 0, numbers = 0;
  while (i != n) {
    i++;
    if (i > 1)
      numbers += i;
  }
  if (numbers + numbers != n * n + n)
    __VERIFIER_error();
}
