// SPDX-License-Identifier: Apache-2.0
// With an error function in the program, a label is only a label.
void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 9)
    goto ERROR;
  if (x == 9)
    reach_error();
  return 0;
ERROR:
  return 1;
}
