// SPDX-License-Identifier: Apache-2.0
// A pointer to a local is the local.
void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 1, y = 2, *p = &x;
  *p = 3;
  if (x != 3)
    reach_error();
  p = &y;
  (*p)++;
  if (x != 3 || y != 3)
    reach_error();
  return 0;
}
