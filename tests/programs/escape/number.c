// SPDX-License-Identifier: Apache-2.0
// An address that became an integer is known.
extern void reach_error(void);
extern void note(unsigned long n);
extern void later(void);

int main(void) {
  int v = 1;
  later();
  if (v != 1)
    reach_error();
  note((unsigned long)&v >> 3);
  return 0;
}
