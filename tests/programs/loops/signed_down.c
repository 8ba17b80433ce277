// SPDX-License-Identifier: Apache-2.0
// Counting down below zero is stopped by the next loop.
extern void reach_error(void);
extern unsigned nondet(void);
int main(void) {
  int i = 100;
  while (i > -100 && nondet())
    i -= 1;
  while (i < 0)
    i += 1;
  if (i < 0 || i > 100)
    reach_error();
  return 0;
}
