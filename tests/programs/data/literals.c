// SPDX-License-Identifier: Apache-2.0
// Compound literals in a loop, used in the round in which they are made.
extern void reach_error(void);
struct pair {
  int a, b;
};
static int sum(const struct pair *p, int n) {
  int s = 0;
  for (int k = 0; k < n; k++)
    s += p[k].a * p[k].b;
  return s;
}
int main(void) {
  struct pair *last = 0;
  int total = 0;
  for (int i = 0; i < 3; i++) {
    struct pair *p = &(struct pair){i, 2};
    int *q = (int[]){p->a, p->b, 7};
    last = p;
    total += last->a + q[2];
    total += sum((struct pair[]){{i, 1}, {1, i}}, 2);
  }
  if (total != 3 + 21 + 6)
    reach_error();
  return 0;
}
