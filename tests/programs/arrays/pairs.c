// SPDX-License-Identifier: Apache-2.0
// Two elements a round, and a property of each that has two cases.
void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
  int count = __VERIFIER_nondet_int();
  int least = __VERIFIER_nondet_int();
  if (count < 2 || count > 100000 || count % 2 != 0)
    return 0;
  int a[count];
  for (int i = 1; i <= count / 2; i++) {
    a[2 * i - 2] = least <= 3 ? 3 : 0;
    a[2 * i - 1] = least <= 1 ? 1 : 0;
  }
  for (int i = 0; i < count; i++)
    if (a[i] < least && a[i] != 0)
      reach_error();
  return 0;
}
