// SPDX-License-Identifier: Apache-2.0
// Each leaves or repeats the innermost loop only.
void reach_error(void);
int main(void) {
  int sum = 0;
  for (int i = 0; i < 4; i++) {
    for (int j = 0;; j++) {
      if (j == i)
        break;
      if (j == 1)
        continue;
      sum += j + 1;
    }
    if (i == 2)
      continue;
    sum += 10;
  }
  if (sum != 36)
    reach_error();
  return 0;
}
