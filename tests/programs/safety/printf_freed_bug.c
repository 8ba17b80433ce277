// SPDX-License-Identifier: Apache-2.0
// What %s writes is read.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void) {
  char *s = malloc(3);
  strcpy(s, "ab");
  free(s);
  printf("%s %f", s, 1.0);
  return 0;
}
