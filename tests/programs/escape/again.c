// SPDX-License-Identifier: Apache-2.0
// Each call has its own local: nobody knows it before it is passed.
extern void reach_error(void);
extern void use(int *p);
extern void later(void);

static void work(void) {
  int v = 1;
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
