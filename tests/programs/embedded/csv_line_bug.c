// SPDX-License-Identifier: Apache-2.0
// Lines "name,age" from standard input. A name of eight letters or more is
// written behind the end of its member, and soon behind the record.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct record {
  char name[8];
  int age;
};

static int parse(const char *line, struct record *r) {
  const char *comma = strchr(line, ',');
  if (comma == NULL)
    return -1;
  strncpy(r->name, line, comma - line); // no check
  r->age = atoi(comma + 1);
  return 0;
}

int main(void) {
  char line[64];
  struct record r;
  while (fgets(line, sizeof line, stdin) != NULL)
    if (parse(line, &r) == 0 && r.age > 99)
      return 1;
  return 0;
}
