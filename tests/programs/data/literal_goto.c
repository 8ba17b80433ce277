// SPDX-License-Identifier: Apache-2.0
// Within one run of a block a compound literal stays where it is.
extern void reach_error(void);
int main(void) {
  int i = 0, *p, *q = 0;
again:
  p = &(int){i};
  if (i++ < 1) { q = p; goto again; }
  if (p != q)
    reach_error();
  return 0;
}
