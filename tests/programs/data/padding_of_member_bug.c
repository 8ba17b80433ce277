// SPDX-License-Identifier: Apache-2.0
// Where a member was stored, the padding of its struct may be anything.
#include <string.h>

extern void reach_error(void);

struct pair {
  char kind;
  int number;
};

int main(void) {
  struct pair a, b;
  memset(&a, 0, sizeof a);
  memset(&b, 0, sizeof b);
  a.number = b.number = 3;
  if (memcmp(&a, &b, sizeof a) != 0)
    reach_error();
  return 0;
}
