// SPDX-License-Identifier: Apache-2.0
// Assembly outside of functions may define anything, here another name of g.
extern void reach_error(void);
int g = 0;
extern int alias;
asm(".set alias, g");
int main(void) {
  alias = 1;
  if (g)
    reach_error();
  return 0;
}
