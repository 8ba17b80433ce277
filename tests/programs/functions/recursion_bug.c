// SPDX-License-Identifier: Apache-2.0
// The error is seven calls deep.
void reach_error(void);
int __VERIFIER_nondet_int(void);
static void down(int n, int depth) {
  if (depth == 7)
    reach_error();
  if (n > 0)
    down(n - 1, depth + 1);
}
int main(void) {
  down(__VERIFIER_nondet_int(), 0);
  return 0;
}
