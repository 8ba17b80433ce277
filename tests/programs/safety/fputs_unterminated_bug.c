// SPDX-License-Identifier: Apache-2.0
// What fputs writes ends with a null character.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void) {
  char *s = malloc(3);
  strcpy(s, "ab");
  s[2] = 'c';
  fputs(s, stdout);
  free(s);
  return 0;
}
