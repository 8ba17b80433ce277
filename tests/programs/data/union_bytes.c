// SPDX-License-Identifier: Apache-2.0
// The bytes of a number, the lowest first.
void reach_error(void);
unsigned __VERIFIER_nondet_uint(void);
union word {
  unsigned whole;
  unsigned char bytes[4];
};
int main(void) {
  union word w;
  unsigned x = __VERIFIER_nondet_uint();
  w.whole = x;
  if (w.bytes[0] != (x & 255) || w.bytes[3] != x >> 24)
    reach_error();
  w.bytes[1] = 0;
  if ((w.whole & 0xff00) != 0 || (w.whole >> 16) != (x >> 16))
    reach_error();
  return 0;
}
