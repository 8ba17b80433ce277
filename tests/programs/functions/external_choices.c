// SPDX-License-Identifier: Apache-2.0
// An undefined function may write what its argument points to, unless --external
// says otherwise.
extern int look(const int *p);
void reach_error(void);
int main(void) {
  int x = 1;
  if (look(&x) > 0 && x != 1)
    reach_error();
  return 0;
}
