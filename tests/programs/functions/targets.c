// SPDX-License-Identifier: Apache-2.0
// Own functions, functions of other programs and functions that end the program
// are called through one pointer.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern int outside(int);
void abort(void);
static int own(int n) { return n + 1; }
static int quit(int n) {
  (void)n;
  abort();
}
static int (*const table[])(int) = {own, outside, quit};
int main(void) {
  int k = __VERIFIER_nondet_int();
  if (k < 0 || k > 2)
    return 0;
  int r = table[k](4);
  if ((k == 0 && r != 5) || k == 2)
    reach_error();
  return 0;
}
