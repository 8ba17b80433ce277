// SPDX-License-Identifier: Apache-2.0
// A pointer from outside may lead to an object that was passed.
extern void reach_error(void);
extern void use(int *p);
extern int *find(void);

int main(void) {
  int v = 1;
  use(&v);
  int *p = find();
  v = 1;
  *p = 2;
  if (v != 1)
    reach_error();
  return 0;
}
