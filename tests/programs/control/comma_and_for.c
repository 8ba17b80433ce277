// SPDX-License-Identifier: Apache-2.0
// Several things in the parts of a for statement.
void reach_error(void);
int main(void) {
  int i, j, steps = 0;
  for (i = 0, j = 10; i < j; i++, j -= 2)
    steps++;
  int last = (steps++, steps * 2);
  if (steps != 5 || last != 10 || i != 4 || j != 2)
    reach_error();
  return 0;
}
