// The sum of the first numbers: half a square, which no condition of the
// program mentions before the end.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_int(), i = 0, numbers = 0;
  while (i != n) {
    i++;
    numbers += i;
  }
  if (numbers + numbers != n * n + n)
    __VERIFIER_error();
}
