// SPDX-License-Identifier: Apache-2.0
// An array argument is a pointer to the caller's array.
void reach_error(void);
static void reverse(int *a, int n) {
  for (int i = 0; i < n / 2; i++) {
    int old = a[i];
    a[i] = a[n - 1 - i];
    a[n - 1 - i] = old;
  }
}
int main(void) {
  int a[4] = {1, 2, 3, 4};
  reverse(a, 4);
  if (a[0] != 4 || a[1] != 3 || a[2] != 2 || a[3] != 1)
    reach_error();
  return 0;
}
