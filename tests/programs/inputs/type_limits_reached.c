// SPDX-License-Identifier: Apache-2.0
// The ends of a type's range can be returned, too.
void reach_error(void);
short __VERIFIER_nondet_short(void);
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  if (__VERIFIER_nondet_short() == -32768 && __VERIFIER_nondet_uchar() == 255)
    reach_error();
  return 0;
}
