// SPDX-License-Identifier: Apache-2.0
// The same in allocated memory of any size.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
void *malloc(__SIZE_TYPE__);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = __VERIFIER_nondet_uint();
  if (n == 0 || n > 100)
    return 0;
  int *p = malloc(n * sizeof *p);
  p[i] = 1;
  if (i >= n)
    reach_error();
  return 0;
}
