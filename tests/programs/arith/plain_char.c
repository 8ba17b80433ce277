// SPDX-License-Identifier: Apache-2.0
// Plain char is signed here.
void reach_error(void);
int main(void) {
  char c = '\377';
  if (c != -1 || '\n' != 10 || 'A' + 1 != 'B' || 010 != 8 || '\x41' != 'A')
    reach_error();
  c = 127;
  c++;
  if (c != -128)
    reach_error();
  return 0;
}
