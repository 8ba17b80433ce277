// SPDX-License-Identifier: Apache-2.0
// A string is an array of char with a zero at its end.
void reach_error(void);
int main(void) {
  char s[] = "abc";
  if (sizeof s != 4 || s[0] != 'a' || s[2] != 'c' || s[3] != 0)
    reach_error();
  s[1] = 'x';
  if (s[1] != 'x' || s[0] != 'a')
    reach_error();
  return 0;
}
