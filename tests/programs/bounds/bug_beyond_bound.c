// SPDX-License-Identifier: Apache-2.0
// An error beyond the bound is not found, and not denied.
void reach_error(void);
int main(void) {
  int i = 0;
  while (i < 50)
    i++;
  if (i == 50)
    reach_error();
  return 0;
}
