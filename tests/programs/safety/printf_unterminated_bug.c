// SPDX-License-Identifier: Apache-2.0
// What %s writes ends with a null character.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void) {
  char *s = malloc(3);
  strcpy(s, "ab");
  memset(s, 'a', 3);
  printf("%s", s);
  free(s);
  return 0;
}
