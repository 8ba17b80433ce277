// SPDX-License-Identifier: Apache-2.0
// An address of an address.
void reach_error(void);
static void choose(int **out, int *a, int *b, int first) {
  *out = first ? a : b;
}
int main(void) {
  int a = 1, b = 2, *p = 0;
  choose(&p, &a, &b, 0);
  *p = 7;
  if (a != 1 || b != 7)
    reach_error();
  return 0;
}
