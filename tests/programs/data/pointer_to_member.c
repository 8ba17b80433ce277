// SPDX-License-Identifier: Apache-2.0
// The address of a member, and a member through a pointer.
void reach_error(void);
struct pair {
  int a, b;
};
static void set(struct pair *p, int a) { p->a = a; }
static void increment(int *n) { ++*n; }
int main(void) {
  struct pair p = {1, 2};
  set(&p, 10);
  increment(&p.b);
  if (p.a != 10 || p.b != 3)
    reach_error();
  return 0;
}
