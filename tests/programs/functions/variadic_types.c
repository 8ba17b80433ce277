// SPDX-License-Identifier: Apache-2.0
// All types that arguments without names may have, also parts of structs.
#include <stdarg.h>
extern void reach_error(void);
struct pair {
  int first, second;
};
struct many {
  long all[5];
};
static long long sum(int n, ...) {
  va_list list, copy;
  va_start(list, n);
  va_copy(copy, list);
  long long s = va_arg(list, int);
  s += (long long)va_arg(list, double);
  s += *va_arg(list, int *);
  s += va_arg(list, unsigned long long);
  struct pair p = va_arg(list, struct pair);
  s += va_arg(list, struct many).all[4] + p.first * p.second;
  s += va_arg(copy, unsigned);
  va_end(copy);
  va_end(list);
  return s;
}
int main(void) {
  int x = 3;
  struct pair p = {4, 5};
  struct many m = {{1, 2, 3, 4, 6}};
  if (sum(1, (char)1, 2.0f, &x, 7ull, p, m) != 1 + 2 + 3 + 7 + 20 + 6 + 1)
    reach_error();
  return 0;
}
