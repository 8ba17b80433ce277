// SPDX-License-Identifier: Apache-2.0
// Needs a folder of headers, a macro and a standard from the command line.
#include <limit.h>
void reach_error(void);
int main(void) {
  for (int i = 0; i < 3; i++)
    if (i + LIMIT > 17)
      reach_error();
#ifndef EXTRA
  reach_error();
#endif
  return 0;
}
