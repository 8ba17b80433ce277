// SPDX-License-Identifier: Apache-2.0
// With so few rounds there is no answer.
void reach_error(void);
int main(void) {
  int i = 0;
  while (i < 50)
    i++;
  if (i != 50)
    reach_error();
  return 0;
}
