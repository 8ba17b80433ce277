// SPDX-License-Identifier: Apache-2.0
// A loop that is entered in the middle as well as at its head.
void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
  int i = 0, middle = __VERIFIER_nondet_int();
  if (middle)
    goto inside;
  while (i < 4) {
    i++;
  inside:
    i++;
  }
  if (middle ? i != 5 : i != 4)
    reach_error();
  return 0;
}
