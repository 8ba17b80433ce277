// SPDX-License-Identifier: Apache-2.0
// A struct that is passed by value stays as it is.
extern void reach_error(void);
struct pair {
  int *p;
  int n[8];
};
extern void take(struct pair s);
extern void later(void);

int main(void) {
  struct pair s = {0};
  s.n[3] = 4;
  take(s);
  later();
  if (s.n[3] != 4 || s.p != 0)
    reach_error();
  return 0;
}
