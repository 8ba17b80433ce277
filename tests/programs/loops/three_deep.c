// SPDX-License-Identifier: Apache-2.0
// Three loops inside each other share a flag.
extern void reach_error(void);
extern unsigned nondet(void);
int main(void) {
  unsigned flag = 1;
  while (nondet())
    while (nondet())
      while (nondet()) {
        if (flag == 3)
          flag = 0;
        if (flag == 1)
          flag = 2;
        else if (flag == 2)
          flag = 1;
      }
  if (flag == 0)
    reach_error();
  return 0;
}
