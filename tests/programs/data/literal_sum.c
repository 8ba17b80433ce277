// SPDX-License-Identifier: Apache-2.0
// The last round's compound literal is read for that of this one.
extern void reach_error(void);
int main(void) {
  int *p = &(int){0};
  for (int i = 0; i < 3; i++)
    p = &(int){*p + 1};
  if (*p == 3)
    reach_error();
  return 0;
}
