// SPDX-License-Identifier: Apache-2.0
// The address of a local, used by the function that is called.
void reach_error(void);
int __VERIFIER_nondet_int(void);
static void swap(int *a, int *b) {
  int old = *a;
  *a = *b;
  *b = old;
}
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  int first = x, second = y;
  swap(&x, &y);
  if (x != second || y != first)
    reach_error();
  return 0;
}
