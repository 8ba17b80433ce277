// SPDX-License-Identifier: Apache-2.0
// The bytes of a float are those of IEEE 754.
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
union both {
  float f;
  unsigned u;
};
int main(void) {
  union both b;
  b.f = 1.5f;
  if (b.u != 0x3fc00000u)
    reach_error();
  b.f = __VERIFIER_nondet_float();
  if (b.f > 0 && (b.u & 0x80000000u) != 0)
    reach_error();
  b.u |= 0x80000000u;
  if (b.f > 0)
    reach_error();
  return 0;
}
