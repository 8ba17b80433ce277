// SPDX-License-Identifier: Apache-2.0
// It is one variable: what is written stays.
void reach_error(void);
extern int setting;
int main(void) {
  int before = setting;
  if (setting != before)
    reach_error();
  setting = 4;
  if (setting != 4)
    reach_error();
  return 0;
}
