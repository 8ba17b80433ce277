// SPDX-License-Identifier: Apache-2.0
// Each round has its own compound literal.
extern void reach_error(void);
extern void use(int *p);
extern void later(void);

int main(void) {
  for (int k = 0; k < 3; k++) {
    int *p = &(int){1};
    later();
    if (*p != 1)
      reach_error();
    use(p);
  }
  return 0;
}
