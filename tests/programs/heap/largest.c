// SPDX-License-Identifier: Apache-2.0
// No object is larger than PTRDIFF_MAX: such an allocation fails, and what was
// there stays.
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
void *malloc(__SIZE_TYPE__);
void *calloc(__SIZE_TYPE__, __SIZE_TYPE__);
void *realloc(void *, __SIZE_TYPE__);
void *aligned_alloc(__SIZE_TYPE__, __SIZE_TYPE__);
void free(void *);
int main(void) {
  __SIZE_TYPE__ n = __VERIFIER_nondet_ulong(), i = __VERIFIER_nondet_ulong();
  char *p = malloc(n), *old = malloc(1);
  if (n > __PTRDIFF_MAX__ && p)
    reach_error();
  if (malloc(-1) || calloc(__PTRDIFF_MAX__, 2) || calloc(1, -1))
    reach_error();
  if (aligned_alloc(8, -8))
    reach_error();
  *old = 5;
  if (realloc(old, -1) || *old != 5)
    reach_error();
  free(old);
  return 0;
}
