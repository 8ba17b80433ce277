// SPDX-License-Identifier: Apache-2.0
// A pointer in a struct that nobody initialized comes from outside, also where
// it is read by its offset, and where an array beside it is written at an index
// that nobody knows.
#include <stddef.h>

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

typedef int handler(int);
struct extension {
  int ready;
  handler *add;
};
struct driver {
  int flags;
  struct extension *extension;
  handler *major[4];
};

static int add(int n) { return n + 1; }
static int finish(int n) { return n - 1; }

static void enter(char *d, size_t k) {
  size_t first = offsetof(struct driver, major);
  *(handler **)(d + first + k * sizeof(handler *)) = finish;
  char *e = *(char **)(d + offsetof(struct driver, extension));
  *(handler **)(e + offsetof(struct extension, add)) = add;
  *(int *)e = 1;
}

int main(void) {
  struct driver d;
  size_t k = __VERIFIER_nondet_int() ? 1 : 2;
  enter((char *)&d, k);
  if (d.extension->ready != 1 || d.major[k](3) != 3)
    reach_error();
  return 0;
}
