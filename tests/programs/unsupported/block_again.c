// SPDX-License-Identifier: Apache-2.0
// C does not define the access: the x of the last round is gone.
extern void reach_error(void);
int main(void) {
  int *p = 0;
  for (int i = 0; i < 2; i++) {
    int x = i;
    if (p && *p == 1 && x == 1)
      reach_error();
    p = &x;
  }
  return 0;
}
