// SPDX-License-Identifier: Apache-2.0
// A value without a name.
void reach_error(void);
struct pair {
  int a, b;
};
static int sum(struct pair p) { return p.a + p.b; }
int main(void) {
  struct pair p = {9, 9};
  p = (struct pair){.b = 4};
  if (p.a != 0 || p.b != 4 || sum((struct pair){2, 3}) != 5)
    reach_error();
  return 0;
}
