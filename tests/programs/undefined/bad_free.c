// SPDX-License-Identifier: Apache-2.0
// Freeing what may not have been allocated.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
void *malloc(__SIZE_TYPE__);
void free(void *);
int main(void) {
  int x, is_own = __VERIFIER_nondet_int();
  int *p = is_own ? &x : malloc(sizeof *p);
  free(p);
  if (is_own)
    reach_error();
  return 0;
}
