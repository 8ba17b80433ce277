// SPDX-License-Identifier: Apache-2.0
// Passing a pointer changes what it leads to, not the pointer.
extern void reach_error(void);
extern void use(int *p);

int main(void) {
  int v = 1, *p = &v;
  use(p);
  if (p != &v)
    reach_error();
  return 0;
}
