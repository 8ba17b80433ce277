// SPDX-License-Identifier: Apache-2.0
// The inner loop may leave both.
extern void reach_error(void);
extern unsigned nondet(void);
int main(void) {
  unsigned i = 0, n = nondet(), found = 0;
  while (i < n) {
    unsigned steps = nondet();
    while (steps > 0) {
      if (nondet()) {
        found = 1;
        goto out;
      }
      steps--;
    }
    i++;
  }
out:
  if (!found && i != n)
    reach_error();
  return 0;
}
