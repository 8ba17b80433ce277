// SPDX-License-Identifier: Apache-2.0
// Filling an array and adding it up.
void reach_error(void);
int main(void) {
  int a[4], sum = 0;
  for (int i = 0; i < 4; i++)
    a[i] = i * i;
  for (int i = 0; i < 4; i++)
    sum += a[i];
  if (sum != 14)
    reach_error();
  return 0;
}
