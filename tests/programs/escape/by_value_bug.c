// SPDX-License-Identifier: Apache-2.0
// What a struct leads to that is passed by value may change.
extern void reach_error(void);
struct pair {
  int *p;
  int n[8];
};
extern void take(struct pair s);

int main(void) {
  int v = 1;
  struct pair s = {&v};
  take(s);
  if (v != 1)
    reach_error();
  return 0;
}
