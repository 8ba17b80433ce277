// SPDX-License-Identifier: Apache-2.0
// There are 3 bytes.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void) {
  char *s = malloc(3);
  strcpy(s, "ab");
  fwrite(s, 1, 10, stdout);
  free(s);
  return 0;
}
