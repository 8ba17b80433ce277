// SPDX-License-Identifier: Apache-2.0
// Whatever is added to null: it does not lead to memory.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern int *find(void);

int main(void) {
  int *p = find();
  unsigned k = __VERIFIER_nondet_uint();
  if (!p) {
    p[k] = 1;
    reach_error();
  }
  int *none = 0;
  if (k > 5000) {
    none[k] = 2;
    reach_error();
  }
  return 0;
}
