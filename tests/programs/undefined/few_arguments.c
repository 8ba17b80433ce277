// SPDX-License-Identifier: Apache-2.0
// More arguments are taken than were passed.
#include <stdarg.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int sum(int n, ...) {
  va_list list;
  int s = 0;
  va_start(list, n);
  for (int i = 0; i < n; i++)
    s += va_arg(list, int);
  va_end(list);
  return s;
}
int main(void) {
  if (sum(3, 1, 2) == 3)
    reach_error();
  return 0;
}
