// SPDX-License-Identifier: Apache-2.0
// What a function writes through a pointer is seen by its caller.
void reach_error(void);
int __VERIFIER_nondet_int(void);
static int read(int *out) {
  *out = __VERIFIER_nondet_int();
  return *out > 100;
}
int main(void) {
  int value = 0;
  if (read(&value) && value == 101)
    reach_error();
  return 0;
}
