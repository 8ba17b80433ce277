// SPDX-License-Identifier: Apache-2.0
extern void reach_error(void);
extern void use(int *p);
extern void later(void);

int main(void) {
  int v = 0;
  use(&v);
  v = 1;
  later();
  if (v != 1)
    reach_error();
  return 0;
}
