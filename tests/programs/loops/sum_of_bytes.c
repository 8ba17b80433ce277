// SPDX-License-Identifier: Apache-2.0
// A sum of bytes does not wrap: it is at most 255 times their number.
void reach_error(void);
unsigned char __VERIFIER_nondet_uchar(void);
unsigned short __VERIFIER_nondet_ushort(void);
int main(void) {
  unsigned count = __VERIFIER_nondet_ushort(), sum = 0, done = 0;
  unsigned char last = 0;
  while (done < count) {
    last = __VERIFIER_nondet_uchar();
    sum += last;
    done++;
  }
  if (sum < last)
    reach_error();
  return 0;
}
