// SPDX-License-Identifier: Apache-2.0
// A weak function that nobody defines may be missing.
extern void reach_error(void);
extern int hook(void);
#pragma weak hook
int main(void) {
  if (!hook)
    reach_error();
  return 0;
}
