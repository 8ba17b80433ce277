// SPDX-License-Identifier: Apache-2.0
// The variable of a call that is over, unless c holds.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int all = 1, *kept = &all;
static void keep(int c) {
  int x = 2;
  kept = c ? &all : &x;
}
int main(void) {
  keep(__VERIFIER_nondet_int() > 0);
  if (*kept != 1)
    reach_error();
  return 0;
}
