// Small numbers as pointers are no object's address, as errors in the Linux
// kernel are.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(__SIZE_TYPE__);

static void *error(long n) { return (void *)n; }

static int is_error(const void *p) {
  return (unsigned long)p >= (unsigned long)-4095;
}

static void *get(int n) {
  if (n < 0 && n > -100)
    return error(n);
  return malloc(8);
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  int *p = get(n);
  if (is_error(p)) {
    if ((long)p != n || n >= 0)
      reach_error();
    return 0;
  }
  *p = 1;
  return *p - 1;
}
