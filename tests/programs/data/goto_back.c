// SPDX-License-Identifier: Apache-2.0
// A 'goto' within a block does not end its variables.
extern void reach_error(void);
int main(void) {
  int i = 0, *p, *q = 0;
  {
again:;
  int x = i;
  p = &x;
  if (i++ < 1) { q = p; goto again; }
  if (p != q)
    reach_error();
  }
  return 0;
}
