// SPDX-License-Identifier: Apache-2.0
// A compound literal ends with its block.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = 0;
  if (__VERIFIER_nondet_int()) {
    p = &(int){5};
  }
  if (p && *p == 5)
    reach_error();
  return 0;
}
