// Inputs that depend on each other, as no random ones do.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

int main(void) {
  int up = __VERIFIER_nondet_int(), down = __VERIFIER_nondet_int();
  int n = __VERIFIER_nondet_int();
  if (up != 0 || n <= 0 || down != n)
    return 0;
  while (up < n) {
    up++;
    down--;
  }
  if (down != 0)
    __VERIFIER_error();
}
