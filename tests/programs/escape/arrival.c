// SPDX-License-Identifier: Apache-2.0
// A pointer from outside leads to nothing that nobody knew when it came.
extern void reach_error(void);
extern void use(int *p);
extern int *find(void);

int main(void) {
  int v = 1;
  int *p = find();
  use(&v);
  v = 1;
  *p = 2;
  if (v != 1)
    reach_error();
  return 0;
}
