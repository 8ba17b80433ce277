// SPDX-License-Identifier: Apache-2.0
// With --malloc may-fail this pointer may be null.
extern void reach_error(void);
void *malloc(__SIZE_TYPE__);
void *calloc(__SIZE_TYPE__, __SIZE_TYPE__);
void *realloc(void *, __SIZE_TYPE__);
void *aligned_alloc(__SIZE_TYPE__, __SIZE_TYPE__);
void free(void *);
int main(void) {
  char *p = malloc(4);
  if (!p)
    reach_error();
  free(p);
  return 0;
}
