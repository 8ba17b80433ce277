// SPDX-License-Identifier: Apache-2.0
// Calling a weak function that may be missing is undefined.
extern void reach_error(void);
extern int hook(void) __attribute__((weak));
int main(void) {
  hook();
  return 0;
}
