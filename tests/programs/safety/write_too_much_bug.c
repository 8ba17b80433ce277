// SPDX-License-Identifier: Apache-2.0
// There are 3 bytes.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void) {
  char *s = malloc(3);
  strcpy(s, "ab");
  write(1, s + 1, 3);
  free(s);
  return 0;
}
