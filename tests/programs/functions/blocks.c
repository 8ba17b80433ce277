// SPDX-License-Identifier: Apache-2.0
// Pointers to variables of blocks, which are used as long as these last.
extern void reach_error(void);
static void add(int *p, int n) { *p += n; }
int main(void) {
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    int x = i, *p = &x;
    add(p, 1);
    add(&sum, *p);
    int *last = &x;
    if (i > 0) {
      int y[2] = {1, 2}, *z = y;
      last = z + 1;
      sum += *last;
    }
  }
  if (sum != 1 + 2 + 3 + 4)
    reach_error();
  return 0;
}
