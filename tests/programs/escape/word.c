// SPDX-License-Identifier: Apache-2.0
// A union that was passed may hold a number or a pointer that others have.
extern void reach_error(void);
union word {
  int *p;
  unsigned char bytes[sizeof(int *)];
};
extern void use(union word *w);

int main(void) {
  int v = 1, other = 2;
  union word w = {&v};
  use(&w);
  other = 2;
  if (w.p == &other)
    reach_error();
  return 0;
}
