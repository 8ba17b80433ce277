// SPDX-License-Identifier: Apache-2.0
// Three loops, each starts where the one before ended.
extern void reach_error(void);
extern unsigned nondet(void);
int main(void) {
  unsigned i = 0, limit = nondet();
  if (limit < 30)
    limit = 30;
  while (i < 10)
    i++;
  while (i < 20)
    i += 2;
  while (i < limit)
    i++;
  if (i < 30 || i != limit)
    reach_error();
  return 0;
}
