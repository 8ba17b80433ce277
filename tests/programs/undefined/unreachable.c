// SPDX-License-Identifier: Apache-2.0
// A place that the program promises not to get to.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int i = __VERIFIER_nondet_int();
  switch (i & 3) {
  case 0: case 1: case 2:
    return 0;
  case 3:
    if (i == 3)
      return 0;
  }
  if (i == 3)
    reach_error();
  if (i != 3)
    __builtin_unreachable();
  reach_error();
  return 0;
}
