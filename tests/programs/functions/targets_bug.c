// SPDX-License-Identifier: Apache-2.0
// The same: a function of another program returns any value.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern int outside(int);
static int own(int n) { return n + 1; }
static int (*const table[])(int) = {own, outside};
int main(void) {
  int k = __VERIFIER_nondet_int();
  if (k < 0 || k > 1)
    return 0;
  if (table[k](4) == 77)
    reach_error();
  return 0;
}
