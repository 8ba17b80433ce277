// SPDX-License-Identifier: Apache-2.0
// Elements of an array from outside are different places.
extern void reach_error(void);
extern unsigned char *receive(unsigned *length);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = 0;
  unsigned char *b = receive(&n);
  unsigned i = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
  if (!b || i >= 64 || k >= 64)
    return 0;
  b[i] = 1;
  b[k] = 2;
  if (b[i] != 1 && i != k)
    reach_error();
  return 0;
}
