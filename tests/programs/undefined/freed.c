// SPDX-License-Identifier: Apache-2.0
// Memory that may have been freed.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
void *malloc(__SIZE_TYPE__);
void free(void *);
int main(void) {
  int *p = malloc(sizeof *p), is_freed = __VERIFIER_nondet_int();
  *p = 1;
  if (is_freed)
    free(p);
  *p = 2;
  if (is_freed)
    reach_error();
  return 0;
}
