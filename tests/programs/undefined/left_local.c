// SPDX-License-Identifier: Apache-2.0
// The call has returned: its local is no more.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int *leave(int n) {
  int local[2] = {n, n};
  int *p = local;
  return p;
}
int other = 7;
int main(void) {
  int *p = __VERIFIER_nondet_int() ? &other : leave(8);
  if (*p != 7)
    reach_error();
  return 0;
}
