// SPDX-License-Identifier: Apache-2.0
// A pointer to a variable of the last call that is not used any more.
extern void reach_error(void);
int *last;
static int read(void) { return *last; }
static void call(int n) {
  int x = n;
  last = &x;
  if (read() != n)
    reach_error();
}
int main(void) {
  for (int i = 0; i < 3; i++)
    call(i);
  return 0;
}
