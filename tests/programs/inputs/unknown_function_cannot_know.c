// SPDX-License-Identifier: Apache-2.0
// It cannot write to locals whose address nobody has.
void reach_error(void);
void fill(int *where);
int main(void) {
  int x = 1, y = 2;
  fill(&y);
  if (x != 1)
    reach_error();
  return 0;
}
