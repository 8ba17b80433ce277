// SPDX-License-Identifier: Apache-2.0
// What alloca gives in one round is not what it gave in the round before.
void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
  int *kept[3];
  for (int i = 0; i < 3; i++) {
    int n = 1 + (__VERIFIER_nondet_int() & 1);
    kept[i] = __builtin_alloca((unsigned)n * sizeof(int));
    kept[i][0] = i;
  }
  if (kept[0][0] != 0)
    reach_error();
  return 0;
}
