// SPDX-License-Identifier: Apache-2.0
// What a function returns ends with the expression.
extern void reach_error(void);
struct s { int a[3]; };
static struct s make(int k) { return (struct s){{k, k + 1, k + 2}}; }
int main(void) {
  if (make(1).a[1] != 2) return 1;
  int *p = make(4).a;
  if (p[1] == 5)
    reach_error();
  return 0;
}
