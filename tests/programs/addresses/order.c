// SPDX-License-Identifier: Apache-2.0
// Which of two objects lies before the other is not known: either way the copy
// is the same.
extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);

static void copy(char *to, const char *from, unsigned n) {
  if (to < from)
    for (unsigned i = 0; i < n; i++)
      to[i] = from[i];
  else
    for (unsigned i = n; i > 0; i--)
      to[i - 1] = from[i - 1];
}

int main(void) {
  char a[3] = {1, 2, 3}, b[3] = {0, 0, 0};
  a[1] = __VERIFIER_nondet_char();
  copy(b, a, 3);
  copy(b + 1, b, 2);
  if (b[0] != 1 || b[1] != 1 || b[2] != a[1])
    reach_error();
  return 0;
}
