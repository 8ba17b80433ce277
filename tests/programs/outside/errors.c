// SPDX-License-Identifier: Apache-2.0
// Errors as pointers, and an offset between two views of memory: numbers.
extern void reach_error(void);
extern void *lookup(int key);

static int is_error(const void *p) {
  return (unsigned long)p >= (unsigned long)-4095L;
}

int main(void) {
  int *p = lookup(3);
  if (!p || is_error(p))
    return 1;
  if ((long)p == -12)
    reach_error();
  unsigned long shifted = (unsigned long)p + 0xf8800000UL;
  int *q = (int *)(shifted - 0xf8800000UL);
  *p = 9;
  if (*q != 9)
    reach_error();
  return 0;
}
