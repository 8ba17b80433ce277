// SPDX-License-Identifier: Apache-2.0
// Calls of error functions are the end, not what is looked for.
void reach_error(void) { __builtin_trap(); }
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 100)
    reach_error();
  return x < 0 ? 0 : x * 10000000;
}
