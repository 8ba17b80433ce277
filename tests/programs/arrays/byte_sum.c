// SPDX-License-Identifier: Apache-2.0
// Bytes are at most 255, and so many of them at most so many times 255.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char a[1000];
  for (int i = 0; i < 1000; i++)
    a[i] = __VERIFIER_nondet_uchar();
  unsigned sum = 0;
  for (int i = 0; i < 1000; i++)
    sum += a[i];
  if (sum > 255000)
    reach_error();
  return 0;
}
