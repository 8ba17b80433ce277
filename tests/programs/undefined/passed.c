// SPDX-License-Identifier: Apache-2.0
// The end of an array goes along with a pointer to it that is passed on: a text
// that is too long for its member runs into the next one. Copies of bytes, and
// what steps back out of the array, may go over several members.
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct person {
  char name[8];
  int age;
  char city[8];
  int zip;
};

static struct person people[3], one;

static void fill(char *p, int n) {
  for (int k = 0; k < n; k++)
    p[k] = 'x';
}

static int legal(int n) {
  struct person local;
  char *raw = (char *)&local;
  strcpy(people[n].name, "1234567");
  strcpy(one.city, "1234567");
  fill(local.name, 8);
  fill(people[n].city, 8);
  memset(one.name, 0, sizeof one);
  memcpy(&local, &one, sizeof one);
  fill(raw, sizeof local);
  ((struct person *)local.name)->age = 3;
  ((struct person *)(local.city - 12))->zip = 4;
  int rows[3][4], *flat = &rows[0][0];
  for (int k = 0; k < 12; k++)
    flat[k] = k;
  return local.age + local.zip + rows[2][3];
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 2)
    return 0;
#if WHICH == 0
  return legal(n);
#elif WHICH == 1
  strcpy(people[n].name, "12345678");
#elif WHICH == 2
  strcpy(one.city, "12345678");
#elif WHICH == 3
  fill(people[n].name, 9);
#elif WHICH == 4
  strcpy(one.city, "1234");
  strcat(one.city, "5678");
#elif WHICH == 5
  char *city = people[n].city;
  city[n + 6] = 0;
#endif
  return 0;
}
