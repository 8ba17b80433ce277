// SPDX-License-Identifier: Apache-2.0
// A function of the environment that fails may set errno to any of its numbers.
#include <unistd.h>
extern void reach_error(void);
extern int *__errno_location(void);
int main(void) {
  char c;
  *__errno_location() = 0;
  if (read(0, &c, 1) < 0 && *__errno_location() == 4)
    reach_error();
  return 0;
}
