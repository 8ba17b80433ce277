// SPDX-License-Identifier: Apache-2.0
// The innermost declaration counts.
void reach_error(void);
int x = 1;
int main(void) {
  int seen = x;
  int x = 2;
  {
    int x = 3;
    seen += 10 * x;
  }
  seen += 100 * x;
  if (seen != 231)
    reach_error();
  return 0;
}
