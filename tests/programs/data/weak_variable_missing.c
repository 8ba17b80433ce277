// SPDX-License-Identifier: Apache-2.0
// A weak variable that nobody defines may be missing.
extern void reach_error(void);
extern int limits[4] __attribute__((weak));
int main(void) {
  if (limits == 0)
    reach_error();
  return 0;
}
