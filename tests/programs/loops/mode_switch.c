// SPDX-License-Identifier: Apache-2.0
// Modes of a device: the inner loop cannot leave its mode.
extern void reach_error(void);
extern unsigned nondet(void);
int main(void) {
  unsigned mode = 0, power = 0;
  while (nondet()) {
    if (mode == 0) {
      mode = 1;
      power = 1;
    } else {
      while (nondet())
        if (!power)
          mode = 7;
      if (nondet()) {
        mode = 0;
        power = 0;
      }
    }
  }
  if (mode == 7)
    reach_error();
  return 0;
}
