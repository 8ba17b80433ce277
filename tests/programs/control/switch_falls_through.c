// SPDX-License-Identifier: Apache-2.0
// Without break a case runs into the next one.
void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), n = 0;
  switch (x) {
  case 1:
    n += 1;
  case 2:
    n += 10;
    break;
  default:
    n = -1;
  case 3:
    n += 100;
  }
  if (x == 1 && n != 11)
    reach_error();
  if (x == 2 && n != 10)
    reach_error();
  if (x == 3 && n != 100)
    reach_error();
  if (x > 3 && n != 99)
    reach_error();
  return 0;
}
