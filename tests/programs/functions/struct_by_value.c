// SPDX-License-Identifier: Apache-2.0
// A struct goes in and out as a copy.
void reach_error(void);
int __VERIFIER_nondet_int(void);
struct point {
  int x, y;
};
static struct point turned(struct point p) {
  int x = p.x;
  p.x = p.y;
  p.y = x;
  return p;
}
int main(void) {
  struct point p = {__VERIFIER_nondet_int(), 5};
  struct point q = turned(p);
  if (p.y != 5 || q.x != 5 || q.y != p.x)
    reach_error();
  return 0;
}
