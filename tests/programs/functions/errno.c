// SPDX-License-Identifier: Apache-2.0
// errno is one number: what is stored is read back, also by its address, and
// functions of the library set it as they say.
#include <limits.h>
#include <stdlib.h>
extern void reach_error(void);
extern int *__errno_location(void);
#define errno (*__errno_location())
int main(void) {
  if (errno != 0)
    reach_error();
  int *where = &errno;
  errno = 3;
  if (*where != 3 || errno != 3)
    reach_error();
  errno = 0;
  long n = strtol("99999999999999999999", 0, 10);
  if (n != LONG_MAX || *where != 34)
    reach_error();
  errno = 0;
  if (strtol("12", 0, 10) != 12 || errno != 0)
    reach_error();
  if (!malloc((size_t)-1) && errno != 12)
    reach_error();
  return 0;
}
