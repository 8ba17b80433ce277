// SPDX-License-Identifier: Apache-2.0
// Numbers are sorted out into bins: none is lost. Which bin it is, is a matter
// of eight cases, each of which is easy; all of them together are not.
extern void reach_error(void);
extern unsigned nondet(void);
int main(void) {
  unsigned n = nondet(), i = 0;
  unsigned a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, rest = 0;
  while (i < n) {
    if (i % 17 == 0)
      a++;
    else if (i % 13 == 0)
      b++;
    else if (i % 11 == 0)
      c++;
    else if (i % 7 == 0)
      d++;
    else if (i % 5 == 0)
      e++;
    else if (i % 3 == 0)
      f++;
    else if (i % 2 == 0)
      g++;
    else
      rest++;
    i++;
  }
  if (a + b + c + d + e + f + g + rest != i)
    reach_error();
  return 0;
}
