// SPDX-License-Identifier: Apache-2.0
// A helper changes a variable behind the function's back.
void reach_error(void);
unsigned __VERIFIER_nondet_uint(void);
static int depth;
static void note(void) { depth = depth + 1; }
static unsigned down(unsigned n) {
  note();
  return n == 0 ? 0 : down(n - 1);
}
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 16;
  down(n);
  if (depth == 12)
    reach_error();
  return 0;
}
