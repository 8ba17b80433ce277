// SPDX-License-Identifier: Apache-2.0
// Functions of the library that no header declares, as old programs call them.
void reach_error(void);
int main(void) {
  int *a = calloc(3, sizeof *a);
  int *b = (int *)malloc(2 * sizeof *b);
  memset(b, 0, 2 * sizeof *b);
  b[1] = 5;
  memcpy(a + 1, b, 2 * sizeof *b);
  if (a == b || a[0] != 0 || a[1] != 0 || a[2] != 5 || strlen("abc") != 3)
    reach_error();
  free(a);
  free(b);
  return 0;
}
