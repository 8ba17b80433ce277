// SPDX-License-Identifier: Apache-2.0
// A local outside of the loop is the same in all rounds.
extern void reach_error(void);
extern void use(int *p);
extern void later(void);

int main(void) {
  int v;
  for (int k = 0; k < 3; k++) {
    v = 1;
    later();
    if (v != 1)
      reach_error();
    use(&v);
  }
  return 0;
}
