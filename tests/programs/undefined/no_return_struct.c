// SPDX-License-Identifier: Apache-2.0
// A struct that no statement returned: in registers, in memory, through a
// pointer, and a part of it. Unused it is fine.
int __VERIFIER_nondet_int(void);
struct pair {
  int x, y;
};
struct many {
  double all[5];
};
static struct pair small(int n) {
  if (n > 0)
    return (struct pair){1, n};
}
static struct many large(int n) {
  struct many r = {{1, 2}};
  if (n > 0)
    return r;
}
static struct many around(int n) { return large(n); }
int main(void) {
  int n = __VERIFIER_nondet_int();
  struct many (*way)(int) = large;
  small(n), large(n), (void)way(n);
#if USED == 1
  struct pair p = small(n);
#elif USED == 2
  return large(n).all[0] > 2;
#elif USED == 3
  around(n);
#elif USED == 4
  struct many m = way(n);
#else
  if (n > 0) {
    struct pair p = small(n);
    struct many m = way(p.x);
    return around(n).all[0] != m.all[0];
  }
#endif
  return 0;
}
