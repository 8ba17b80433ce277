// SPDX-License-Identifier: Apache-2.0
// Variables of the program are not changed by who does not know of them.
extern void reach_error(void);
extern int theirs;
static int mine;
extern void later(void);

int main(void) {
  theirs = 1;
  mine = 1;
  later();
  if (mine != 1)
    reach_error();
  return 0;
}
