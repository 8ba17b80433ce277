// SPDX-License-Identifier: Apache-2.0
// A pointer that may be null; the address of a member is no access.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct pair {
  int first, second;
} x;
int main(void) {
  struct pair *p = __VERIFIER_nondet_int() ? &x : 0;
  int *second = &p->second;
  *second = 1;
  if (!p)
    reach_error();
  return 0;
}
