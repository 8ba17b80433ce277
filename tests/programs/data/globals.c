// SPDX-License-Identifier: Apache-2.0
// Globals start with their initializers, or with zero.
void reach_error(void);
int a = 3, b, c = 3 * 4 + 1;
static long d = -1;
char text[] = "hi";
int main(void) {
  if (a != 3 || b != 0 || c != 13 || d != -1 || text[1] != 'i')
    reach_error();
  b = a + c;
  if (b != 16)
    reach_error();
  return 0;
}
