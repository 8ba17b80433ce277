// SPDX-License-Identifier: Apache-2.0
// Conversions and unsigned arithmetic may lose bits: that is no overflow, and
// neither is arithmetic on narrow types, which is done in int.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  signed char c = (signed char)x;
  short s = (short)x;
  c++;
  s--;
  s += c;
  s *= 2;
  unsigned u = (unsigned)x;
  u = u * u + 4000000000u;
  u = -u << 7;
  x = (int)u;
  return c + s;
}
