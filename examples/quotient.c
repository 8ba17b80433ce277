// SPDX-License-Identifier: Apache-2.0
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int parts = __VERIFIER_nondet_int();
  int each = 100 / parts;
  if (each > 100)
    reach_error();
  return 0;
}
