// SPDX-License-Identifier: Apache-2.0
// Nothing is known of the memory that a pointer from outside leads to.
extern void reach_error(void);
extern int *find(void);

int main(void) {
  int *p = find();
  if (p == 0)
    return 0;
  if (*p > 5 && *p < 3)
    reach_error();
  return 0;
}
