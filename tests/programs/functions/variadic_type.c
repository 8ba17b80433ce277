// SPDX-License-Identifier: Apache-2.0
// C does not define va_arg with another type than the argument has.
#include <stdarg.h>
extern void reach_error(void);
static int is_five(int n, ...) {
  va_list list;
  va_start(list, n);
  long long first = va_arg(list, long long);
  va_end(list);
  return first == 5;
}
int main(void) {
  if (is_five(1, 5, 0))
    reach_error();
  return 0;
}
