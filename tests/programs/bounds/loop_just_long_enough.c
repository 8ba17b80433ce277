// SPDX-License-Identifier: Apache-2.0
// With enough rounds there is.
void reach_error(void);
int main(void) {
  int i = 0;
  while (i < 8)
    i++;
  if (i != 8)
    reach_error();
  return 0;
}
