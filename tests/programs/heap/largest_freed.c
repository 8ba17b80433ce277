// SPDX-License-Identifier: Apache-2.0
// What was not allocated need not be freed.
extern void reach_error(void);
void *malloc(__SIZE_TYPE__);
void *calloc(__SIZE_TYPE__, __SIZE_TYPE__);
void *realloc(void *, __SIZE_TYPE__);
void *aligned_alloc(__SIZE_TYPE__, __SIZE_TYPE__);
void free(void *);
int main(void) {
  char *p = malloc(-1);
  if (p)
    free(p);
  return 0;
}
