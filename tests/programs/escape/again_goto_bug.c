// SPDX-License-Identifier: Apache-2.0
// A goto that stays in the block does not end the life of its local.
extern void reach_error(void);
extern void use(int *p);
extern void later(void);

int main(void) {
  int n = 0;
again:;
  int v = 1;
  later();
  if (v != 1)
    reach_error();
  use(&v);
  if (n++ < 3)
    goto again;
  return 0;
}
