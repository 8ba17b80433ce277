// SPDX-License-Identifier: Apache-2.0
// With --malloc may-fail an allocation may fail, and then nothing is there.
extern void reach_error(void);
void *malloc(__SIZE_TYPE__);
void *calloc(__SIZE_TYPE__, __SIZE_TYPE__);
void *realloc(void *, __SIZE_TYPE__);
void *aligned_alloc(__SIZE_TYPE__, __SIZE_TYPE__);
void free(void *);
int main(void) {
  char *p = malloc(4);
  if (!p)
    return 1;
  p[3] = 1;
  free(p);
  return 0;
}
