// SPDX-License-Identifier: Apache-2.0
// A function that another one chooses when the program is loaded.
extern void reach_error(void);
static int one(void) { return 1; }
static int (*resolve(void))(void) { return one; }
int chosen(void) __attribute__((ifunc("resolve")));
int main(void) {
  if (chosen() == 1)
    reach_error();
  return 0;
}
