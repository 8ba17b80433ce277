// SPDX-License-Identifier: Apache-2.0
// There is room for 3 bytes.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void) {
  char *s = malloc(3);
  strcpy(s, "ab");
  fread(s, 2, 2, stdin);
  free(s);
  return 0;
}
