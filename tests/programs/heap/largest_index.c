// SPDX-License-Identifier: Apache-2.0
// An index below the size stays inside of the object.
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
void *malloc(__SIZE_TYPE__);
void *calloc(__SIZE_TYPE__, __SIZE_TYPE__);
void *realloc(void *, __SIZE_TYPE__);
void *aligned_alloc(__SIZE_TYPE__, __SIZE_TYPE__);
void free(void *);
int main(void) {
  __SIZE_TYPE__ n = __VERIFIER_nondet_ulong(), i = __VERIFIER_nondet_ulong();
  char *p = malloc(n);
  if (n > 100000 && n <= __PTRDIFF_MAX__)
    return 0;
  if (p && i < n)
    p[i] = 1;
  return 0;
}
