// SPDX-License-Identifier: Apache-2.0
// A volatile register at a fixed address: any value with each read.
extern void reach_error(void);

int main(void) {
  volatile unsigned *status = (volatile unsigned *)0x40021000;
  unsigned first = *status & 3, second = *status & 3;
  if (first > 3)
    reach_error();
  (void)second;
  return 0;
}
