// SPDX-License-Identifier: Apache-2.0
// The second call runs where the first one ran. Its variable is another one: C
// does not define what reading the first one means.
extern void reach_error(void);
int *last;
static void call(int n) {
  int x = n;
  if (last && *last == n)
    reach_error();
  last = &x;
}
int main(void) {
  for (int i = 0; i < 2; i++)
    call(i);
  return 0;
}
