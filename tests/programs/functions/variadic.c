// SPDX-License-Identifier: Apache-2.0
// Arguments of all kinds behind the dots, lists that are copied and passed on.
#include <stdarg.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct pair { int a, b; };
struct large { long a[5]; };
struct mixed { double d; int n; };
static long long sum(int n, ...) {
  va_list list;
  long long s = 0;
  va_start(list, n);
  for (int i = 0; i < n; i++)
    s += va_arg(list, int);
  va_end(list);
  return s;
}
static int check(const char *kinds, va_list list) {
  int s = 0;
  for (; *kinds; kinds++)
    switch (*kinds) {
    case 'i':
      s += va_arg(list, int);
      break;
    case 'l':
      s += (int)va_arg(list, long long);
      break;
    case 'd':
      s += (int)va_arg(list, double);
      break;
    case 'p':
      s += *va_arg(list, int *);
      break;
    case 's':
      s += va_arg(list, struct pair).b;
      break;
    case 'L':
      s += (int)va_arg(list, struct large).a[4];
      break;
    case 'm':
      s += va_arg(list, struct mixed).n;
      break;
    }
  return s;
}
static int twice(const char *kinds, ...) {
  va_list list, again;
  va_start(list, kinds);
  va_copy(again, list);
  int s = check(kinds, list);
  s = s * 1000 + check(kinds, again);
  va_end(list);
  va_end(again);
  return s;
}
int main(void) {
  int x = __VERIFIER_nondet_int(), y = 40;
  struct pair p = {1, 200};
  struct large l = {{1, 2, 3, 4, 300}};
  struct mixed m = {1.5, 400};
  long long (*through)(int, ...) = sum;
  if (sum(3, 1, x, 5) != 6 + (long long)x || sum(0) != 0)
    reach_error();
  if (through(8, 1, 2, 3, 4, 5, 6, 7, 8) != 36)
    reach_error();
  if (twice("ild", 1, 2LL, 3.5) != 6006)
    reach_error();
  if (twice("ip", 2, &y) != 42042)
    reach_error();
  if (twice("isLmi", 5, p, l, m, 6) != 911 * 1001)
    reach_error();
  return 0;
}
