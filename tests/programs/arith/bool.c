// SPDX-License-Identifier: Apache-2.0
// A _Bool is 0 or 1, whatever is put into it.
void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  _Bool b = x;
  if (b != 0 && b != 1)
    reach_error();
  if (b != !!x)
    reach_error();
  _Bool c = 256;
  c++;
  if (c != 1)
    reach_error();
  c--;
  if (c != 0)
    reach_error();
  return 0;
}
