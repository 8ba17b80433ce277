// SPDX-License-Identifier: Apache-2.0
// What a hook allocates is freed by another one.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
void *malloc(__SIZE_TYPE__);
void *realloc(void *, __SIZE_TYPE__);
void free(void *);
__SIZE_TYPE__ strlen(const char *);
void *memcpy(void *, const void *, __SIZE_TYPE__);
struct hooks {
  void *(*allocate)(__SIZE_TYPE__);
  void (*release)(void *);
  void *(*resize)(void *, __SIZE_TYPE__);
  __SIZE_TYPE__ (*length)(const char *);
  void *(*copy)(void *, const void *, __SIZE_TYPE__);
};
static struct hooks hooks = {malloc, free, realloc, strlen, memcpy};
int main(void) {
  int *p = hooks.allocate(sizeof *p);
  *p = 1;
  hooks.release(p);
  return 0;
}
