// SPDX-License-Identifier: Apache-2.0
// Pointers from outside do not lead to the program's own objects.
extern void reach_error(void);
extern int *find_number(void);
static int own = 1;

int main(void) {
  int *p = find_number();
  *p = 2;
  if (own != 1)
    reach_error();
  return 0;
}
