// SPDX-License-Identifier: Apache-2.0
// Another name of a function and of a variable.
extern void reach_error(void);
int value = 3;
extern int other __attribute__((alias("value")));
static int get(void) { return value; }
static int obtain(void) __attribute__((alias("get")));
int main(void) {
  other = 4;
  if (obtain() != 4)
    reach_error();
  return 0;
}
