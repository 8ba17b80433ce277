// SPDX-License-Identifier: Apache-2.0
// A global variable that a function changes is a part of what it comes to.
void reach_error(void);
unsigned char __VERIFIER_nondet_uchar(void);
static int calls;
static void climb(int n) {
  calls += 2;
  if (n > 0)
    climb(n - 1);
}
int main(void) {
  int n = __VERIFIER_nondet_uchar();
  calls = 5;
  climb(n);
  if (calls != 2 * n + 7)
    reach_error();
  return 0;
}
