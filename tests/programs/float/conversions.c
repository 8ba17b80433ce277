// SPDX-License-Identifier: Apache-2.0
// Integers of at most the significand's width survive the way to a float and
// back; truncation is toward zero; widening is exact.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern float __VERIFIER_nondet_float(void);
int main(void) {
  int i = __VERIFIER_nondet_int();
  if ((int)(double)i != i)
    reach_error();
  if (i > -16777216 && i < 16777216 && (int)(float)i != i)
    reach_error();
  unsigned char c = __VERIFIER_nondet_uchar();
  if ((unsigned char)(float)c != c || (_Bool)(float)c != (c != 0))
    reach_error();
  float f = __VERIFIER_nondet_float();
  if (f == f && (float)(double)f != f)
    reach_error();
  if (f > -1.0f && f < 1.0f && (int)f != 0)
    reach_error();
  if (f > -3.0f && f <= -2.0f && (int)f != -2)
    reach_error();
  unsigned long long big = 0xffffffffffffffffULL;
  if ((double)big != 18446744073709551616.0 || (float)(1u << 24 | 1) != 16777216.0f)
    reach_error();
  if ((unsigned long long)9223372036854775808.0 != 1ULL << 63)
    reach_error();
  return 0;
}
