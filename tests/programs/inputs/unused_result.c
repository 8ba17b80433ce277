// SPDX-License-Identifier: Apache-2.0
// A result that nobody looks at still is one of the function's results.
void reach_error(void);
int __VERIFIER_nondet_int(void);
unsigned char sensor(void);
int main(void) {
  __VERIFIER_nondet_int();
  sensor();
  int x = __VERIFIER_nondet_int();
  for (int i = 0; i < 2; i++)
    (void)sensor();
  if (x == 77 && sensor() == 200)
    reach_error();
  return 0;
}
