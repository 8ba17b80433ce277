// SPDX-License-Identifier: Apache-2.0
// So is one that a backward jump declares again.
void reach_error(void);
int main(void) {
  int rounds = 0, first = 0;
again:;
  int x;
  if (rounds == 0)
    first = x;
  else if (x != first)
    reach_error();
  if (++rounds < 2)
    goto again;
  return 0;
}
