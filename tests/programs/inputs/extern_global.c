// SPDX-License-Identifier: Apache-2.0
// A global of another file, which is not given, can have any value.
void reach_error(void);
extern int setting;
int main(void) {
  if (setting == 17)
    reach_error();
  return 0;
}
