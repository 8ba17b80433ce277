// SPDX-License-Identifier: Apache-2.0
// Who gets a pointer to an element gets the array.
extern void reach_error(void);
extern void use(int *p);
static int a[5000];

int main(void) {
  a[7] = 1;
  use(&a[3]);
  if (a[7] != 1)
    reach_error();
  return 0;
}
