// SPDX-License-Identifier: Apache-2.0
// C does not define the access: the block of x is over.
extern void reach_error(void);
int main(void) {
  int *p;
  {
    int x = 1;
    p = &x;
  }
  if (*p == 1)
    reach_error();
  return 0;
}
