// SPDX-License-Identifier: Apache-2.0
// The same, with a bug.
extern void reach_error(void);
int *last;
static int read(void) { return *last; }
static void call(int n) {
  int x = n;
  last = &x;
  if (read() == 2)
    reach_error();
}
int main(void) {
  for (int i = 0; i < 3; i++)
    call(i);
  return 0;
}
