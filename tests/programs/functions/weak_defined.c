// SPDX-License-Identifier: Apache-2.0
// A weak function that is defined is there.
extern void reach_error(void);
int hook(void) __attribute__((weak));
int hook(void) { return 1; }
int main(void) {
  if (!hook || hook() != 1)
    reach_error();
  return 0;
}
