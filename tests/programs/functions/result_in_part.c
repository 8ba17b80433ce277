// SPDX-License-Identifier: Apache-2.0
// Declared to return less than a long: the lower bits of what it returns.
void reach_error(void);
unsigned char strlen(const char *);
int main(void) {
  char text[300];
  for (int i = 0; i < 299; i++)
    text[i] = 'x';
  text[299] = 0;
  if (strlen(text) != 299 - 256)
    reach_error();
  return 0;
}
