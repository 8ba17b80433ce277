// SPDX-License-Identifier: Apache-2.0
// A struct has a union of a pointer and a number. Its other numbers are no
// addresses: reading them does not make addresses of all that its pointers lead
// to, which would be too many.
#include <stdint.h>

extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

struct request {
  long kind;
  char *item;
  union {
    long number;
    void *pointer;
  } u;
};

static char a, b, c, d, e, f, g, h, i, j, k, l, m;
static char n, o, p, q, r, s, t, u, v, w, x, y, z;

static char *pick(unsigned number) {
  char *const all[] = {&a, &b, &c, &d, &e, &f, &g, &h, &i, &j, &k, &l, &m, &n, &o, &p, &q, &r, &s, &t, &u, &v, &w, &x, &y, &z};
  return all[number % 26];
}

static long kind_of(const struct request *r) { return r->kind; }

int main(void) {
  struct request own = {.kind = 3, .u.number = 4};
  own.item = pick(__VERIFIER_nondet_uint());
  uintptr_t bucket = (uintptr_t)&own / 16 % 8;
  if (kind_of(&own) != 3 || bucket > 7)
    reach_error();
  return 0;
}
