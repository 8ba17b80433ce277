// SPDX-License-Identifier: Apache-2.0
// A large array, passed element by element or not at all.
extern void reach_error(void);
extern void use(int *p);
static int a[5000], b[5000];

int main(void) {
  b[7] = 1;
  use(&a[3]);
  if (b[7] != 1)
    reach_error();
  return 0;
}
