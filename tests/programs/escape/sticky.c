// SPDX-License-Identifier: Apache-2.0
// What was passed once may be changed by every later call.
extern void reach_error(void);
extern void use(int *p);
extern void later(void);

int main(void) {
  int v = 0;
  later();
  if (v != 0)
    reach_error();
  v = 1;
  later();
  use(&v);
  v = 2;
  if (v != 2)
    reach_error();
  return 0;
}
