// SPDX-License-Identifier: Apache-2.0
// Four loops in a row pass a value on.
extern void reach_error(void);
extern unsigned nondet(void);
int main(void) {
  unsigned v = nondet() & 15, w = v;
  while (nondet())
    w += 16;
  while (nondet())
    w += 32;
  while (nondet())
    w -= 16;
  while (nondet())
    w += 64;
  if ((w & 15) != v)
    reach_error();
  return 0;
}
