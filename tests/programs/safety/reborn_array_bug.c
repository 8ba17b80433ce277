// SPDX-License-Identifier: Apache-2.0
// Pointers to variables of earlier rounds, in a small array.
int main(void) {
  int *p[3] = {0, 0, 0};
  for (int i = 0; i < 3; i++) {
    int x = i;
    p[i] = &x;
    if (i == 2)
      return *p[0];
  }
  return 0;
}
