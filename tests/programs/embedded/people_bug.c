// SPDX-License-Identifier: Apache-2.0
// A table of people from lines of text, name and age with a comma between: a
// name may be too long for its member.
#include <stdio.h>
#include <string.h>

struct person {
  char name[8];
  int age;
};
static struct person people[4];

int main(void) {
  char line[24];
  int n = 0;
  while (n < 4 && fgets(line, sizeof line, stdin)) {
    size_t length = strlen(line);
    if (length > 0 && line[length - 1] == '\n')
      line[length - 1] = '\0';
    char *comma = strchr(line, ',');
    if (comma == NULL)
      continue;
    *comma = '\0';
    strcpy(people[n].name, line);
    people[n].age = comma[1] - '0';
    n++;
  }
  printf("%d\n", n);
  return 0;
}
