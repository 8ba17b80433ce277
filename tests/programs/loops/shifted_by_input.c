// The mask of s bits is a shift by what is not known: no sum of products.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), s = __VERIFIER_nondet_uint();
  if (s >= 31)
    return 0;
  unsigned mask = (1u << s) - 1, m = n;
  while (n > mask) {
    m = 0;
    while (n > 0) {
      m += n & mask;
      n = n >> s;
    }
    n = m;
  }
  if (mask > 0 && m > mask)
    reach_error();
  return 0;
}
