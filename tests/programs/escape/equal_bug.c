// SPDX-License-Identifier: Apache-2.0
// As equal.c, but the two pointers may be the same.
extern void reach_error(void);
extern int *find(void);

int main(void) {
  int *p = find(), *q = find(), *null = 0;
  if (p == 0 && q == 0 && p != q)
    reach_error();
  if ((p == null) != !p)
    reach_error();
  if (p == 0 || q == 0)
    return 0;
  *p = 1;
  *q = 2;
  if (*p != 1)
    reach_error();
  return 0;
}
