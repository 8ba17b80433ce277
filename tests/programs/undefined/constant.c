// SPDX-License-Identifier: Apache-2.0
// Writing what is declared const.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
const int four = 4;
int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i)
    *(int *)&four = 5;
  if (i)
    reach_error();
  return 0;
}
