// SPDX-License-Identifier: Apache-2.0
// Shifting a negative number right keeps its sign; an unsigned one gets zeros.
void reach_error(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned u = __VERIFIER_nondet_uint();
  if (x < 0 && (x >> 31) != -1)
    reach_error();
  if ((u >> 31) > 1)
    reach_error();
  if (((u << 3) >> 3) != (u & 0x1fffffff))
    reach_error();
  return 0;
}
