// SPDX-License-Identifier: Apache-2.0
// Each round of a loop has its own local.
extern void reach_error(void);
extern void use(int *p);
extern void later(void);

int main(void) {
  for (int k = 0; k < 3; k++) {
    int v = 1;
    later();
    if (v != 1)
      reach_error();
    use(&v);
  }
  return 0;
}
