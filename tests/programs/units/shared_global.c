// SPDX-License-Identifier: Apache-2.0
// A global that is defined in the other file and written there.
void reach_error(void);
extern int level;
void raise_level(int by);
int __VERIFIER_nondet_int(void);
int main(void) {
  if (level != 7)
    reach_error();
  raise_level(__VERIFIER_nondet_int());
  return 0;
}
