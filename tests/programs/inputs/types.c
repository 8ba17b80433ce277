// SPDX-License-Identifier: Apache-2.0
// Each nondet function stays within its type.
void reach_error(void);
_Bool __VERIFIER_nondet_bool(void);
char __VERIFIER_nondet_char(void);
unsigned char __VERIFIER_nondet_uchar(void);
short __VERIFIER_nondet_short(void);
unsigned short __VERIFIER_nondet_ushort(void);
long long __VERIFIER_nondet_longlong(void);
int main(void) {
  int b = __VERIFIER_nondet_bool();
  int c = __VERIFIER_nondet_char();
  int uc = __VERIFIER_nondet_uchar();
  int s = __VERIFIER_nondet_short();
  int us = __VERIFIER_nondet_ushort();
  if (b != 0 && b != 1)
    reach_error();
  if (c < -128 || c > 127 || uc < 0 || uc > 255)
    reach_error();
  if (s < -32768 || s > 32767 || us < 0 || us > 65535)
    reach_error();
  long long big = __VERIFIER_nondet_longlong();
  if ((int)(big >> 62) < -2 || (int)(big >> 62) > 1)
    reach_error();
  return 0;
}
