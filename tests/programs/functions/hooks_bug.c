// SPDX-License-Identifier: Apache-2.0
// Functions of the C library by their addresses, with a bug.
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
  char *s = hooks.allocate(4);
  hooks.copy(s, "abc", 4);
  if (hooks.length(s) == 3)
    reach_error();
  hooks.release(s);
  return 0;
}
