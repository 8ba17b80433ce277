// SPDX-License-Identifier: Apache-2.0
// Padding that was written holds no other value.
#include <string.h>

extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

struct pair {
  char kind;
  int number;
};

int main(void) {
  unsigned char byte = __VERIFIER_nondet_uchar();
  struct pair a, b;
  memset(&a, byte, sizeof a);
  memset(&b, 1, sizeof b);
  b.kind = (char)byte;
  b.number = a.number;
  memcpy((char *)&b + 1, (char *)&a + 1, 2);
  ((unsigned char *)&b)[3] = 77;
  if (memcmp(&a, &b, sizeof a) == 0)
    reach_error();
  return 0;
}
