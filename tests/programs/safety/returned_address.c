// SPDX-License-Identifier: Apache-2.0
// A struct that a function returns is a copy: a pointer in it that leads into
// the function's own variable leads to nothing.
struct list {
  int *end;
  int all[9];
};
static struct list made(int n) {
  struct list own = {0};
  own.all[2] = n;
  own.end = &own.all[2];
  return own;
}
int main(void) {
  struct list l = made(3);
#ifndef BUG
  l.end = &l.all[2];
#endif
  return *l.end - 3;
}
