// SPDX-License-Identifier: Apache-2.0
// Output reads, and input writes, no more than there is.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void) {
  char *s = malloc(3), text[4] = "abc", two[2] = {'a', 'b'};
  strcpy(s, "ab");
  puts(s);
  printf("%s %d %f", s, 1, 2.0);
  fwrite(s, 1, 3, stdout);
  fputs(text, stdout);
  printf("%.*s %.2s", 2, two, two);
  printf(text);
  perror(NULL);
  write(1, two, 2);
  if (read(0, two, 2) > 2)
    two[3] = 1;
  if (fread(two, 2, 1, stdin) > 1)
    two[2] = 1;
  if (fgets(two, 2, stdin) && strlen(two) > 1)
    two[2] = 1;
  free(s);
  return 0;
}
