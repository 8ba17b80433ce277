// SPDX-License-Identifier: Apache-2.0
// It may write through the pointers it gets.
void reach_error(void);
void fill(int *where);
int main(void) {
  int x = 1;
  fill(&x);
  if (x == 99)
    reach_error();
  return 0;
}
