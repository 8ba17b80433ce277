// SPDX-License-Identifier: Apache-2.0
// Passing the address of a pointer changes where it leads.
extern void reach_error(void);
extern void use(int **p);

int main(void) {
  int v = 1, *p = &v;
  use(&p);
  if (p != &v)
    reach_error();
  return 0;
}
