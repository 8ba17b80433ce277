// SPDX-License-Identifier: Apache-2.0
// Rows and columns.
void reach_error(void);
int main(void) {
  int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
  int t[3][2];
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 3; j++)
      t[j][i] = m[i][j];
  if (t[2][0] != 3 || t[0][1] != 4 || t[2][1] != 6)
    reach_error();
  return 0;
}
