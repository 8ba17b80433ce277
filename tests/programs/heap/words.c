// SPDX-License-Identifier: Apache-2.0
// A line is cut into its words.
#include <string.h>
void reach_error(void);
int main(void) {
  char line[] = " ab,c ", copy[8];
  char *first = strtok(line, " ,");
  if (first != line + 1 || strcmp(first, "ab") != 0)
    reach_error();
  char *second = strtok(0, " ,");
  if (second != line + 4 || second[0] != 'c' || second[1] != 0)
    reach_error();
  if (strtok(0, " ,") != 0)
    reach_error();
  if (stpcpy(copy, first) != copy + 2 || copy[1] != 'b' || copy[2] != 0)
    reach_error();
  return 0;
}
