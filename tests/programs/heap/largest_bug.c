// SPDX-License-Identifier: Apache-2.0
// Where the size may be too large, the pointer may be null.
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
void *malloc(__SIZE_TYPE__);
void *calloc(__SIZE_TYPE__, __SIZE_TYPE__);
void *realloc(void *, __SIZE_TYPE__);
void *aligned_alloc(__SIZE_TYPE__, __SIZE_TYPE__);
void free(void *);
int main(void) {
  __SIZE_TYPE__ n = __VERIFIER_nondet_ulong();
  if (!malloc(n))
    reach_error();
  return 0;
}
