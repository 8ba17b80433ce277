// SPDX-License-Identifier: Apache-2.0
// Variables of other programs are changed by them.
extern void reach_error(void);
extern int theirs;
extern void later(void);

int main(void) {
  theirs = 1;
  later();
  if (theirs != 1)
    reach_error();
  return 0;
}
