// SPDX-License-Identifier: Apache-2.0
void reach_error(void);
int level = 7;
void raise_level(int by) {
  level += by;
  if (level == 10)
    reach_error();
}
