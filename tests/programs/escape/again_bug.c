// SPDX-License-Identifier: Apache-2.0
// A static local is the same in all calls.
extern void reach_error(void);
extern void use(int *p);
extern void later(void);

static void work(void) {
  static int v;
  v = 1;
  later();
  if (v != 1)
    reach_error();
  use(&v);
}

int main(void) {
  work();
  work();
  return 0;
}
