// SPDX-License-Identifier: Apache-2.0
// A jump into a block skips what stands before the label.
void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
  int n = 0, skip = __VERIFIER_nondet_int();
  if (skip)
    goto inside;
  if (n == 0) {
    n = 5;
  inside:
    n += 1;
  }
  if (skip ? n != 1 : n != 6)
    reach_error();
  return 0;
}
