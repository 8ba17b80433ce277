// SPDX-License-Identifier: Apache-2.0
// The functions for strings.
#include <stdlib.h>
#include <string.h>
void reach_error(void);
static void check(int condition) {
  if (!condition)
    reach_error();
}
int main(void) {
  char a[12];
  strcpy(a, "one");
  strcat(a, " two");
  check(strlen(a) == 7 && strnlen(a, 5) == 5);
  check(strcmp(a, "one two") == 0 && strcmp(a, "one") > 0);
  check(strncmp(a, "only", 2) == 0 && memcmp(a, "onf", 3) < 0);
  check(strchr(a, 't') == a + 4 && strrchr(a, 'o') == a + 6);
  check(strstr(a, "e t") == a + 2 && strstr(a, "x") == 0);
  check(strspn(a, "eno") == 3 && strcspn(a, " ") == 3);
  check(memchr(a, 'e', 2) == 0 && memchr(a, 'e', 3) == a + 2);
  strncpy(a, "x", 3);
  check(a[0] == 'x' && a[1] == 0 && a[2] == 0 && a[3] == ' ');
  check(atoi(" -42z") == -42 && strtol("0x1F", 0, 0) == 31);
  char *copy = strdup(a);
  check(copy[0] == 'x' && copy[1] == 0);
  free(copy);
  return 0;
}
