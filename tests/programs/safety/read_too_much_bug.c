// SPDX-License-Identifier: Apache-2.0
// There is room for 3 bytes.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void) {
  char *s = malloc(3);
  strcpy(s, "ab");
  read(0, s, 10);
  free(s);
  return 0;
}
