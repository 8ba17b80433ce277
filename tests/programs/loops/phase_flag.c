// SPDX-License-Identifier: Apache-2.0
// The second loop relies on what the first left behind.
extern void reach_error(void);
extern unsigned nondet(void);
int main(void) {
  unsigned phase = 0, bad = 0;
  while (phase < 3) {
    if (nondet())
      phase++;
  }
  while (nondet()) {
    if (phase != 3)
      bad = 1;
  }
  if (bad)
    reach_error();
  return 0;
}
