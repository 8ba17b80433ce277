// SPDX-License-Identifier: Apache-2.0
// A counter that saturates, in one loop inside the other.
extern void reach_error(void);
extern unsigned nondet(void);
int main(void) {
  unsigned char level = 0;
  while (nondet()) {
    while (nondet())
      if (level < 100)
        level++;
    while (nondet())
      if (level > 0)
        level--;
    if (level > 100)
      reach_error();
  }
  return 0;
}
