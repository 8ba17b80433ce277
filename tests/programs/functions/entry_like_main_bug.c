// SPDX-License-Identifier: Apache-2.0
// Only the first argument of main is known to be positive.
void reach_error(void);
int total(int count, char **texts) {
  if (count < 0)
    reach_error();
  return count;
}
